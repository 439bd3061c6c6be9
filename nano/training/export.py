"""Writes a trained model as GGUF with its vocabulary and chat template.

    export.py MODEL_OR_STATE VOCABULARY TEMPLATE OUT [q8_0]

Weights are f16, or 8-bit numbers in blocks of 32 with a scale each, which is half the size.
"""

import json
import struct
import sys
from pathlib import Path

import numpy
import torch

from model import Transformer
from shape import Shape

SPECIALS = 7
CONTROL, USER_DEFINED, NORMAL = 3, 4, 1
TYPES = {"u32": 4, "i32": 5, "f32": 6, "bool": 7, "string": 8, "array": 9}
F32, F16, Q8_0, ALIGNMENT = 0, 1, 8, 32
# What `general.file_type` calls a file whose matrices are of that type.
FILE_TYPES = {F16: 1, Q8_0: 7}


def string(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


class Header:
    """The key-value part of a GGUF file (version 3)."""

    def __init__(self):
        self.pairs: list[bytes] = []

    def put(self, key: str, kind: str, value):
        forms = {"u32": "<I", "i32": "<i", "f32": "<f", "bool": "<?"}
        raw = string(value) if kind == "string" else struct.pack(forms[kind], value)
        self.pairs.append(string(key) + struct.pack("<I", TYPES[kind]) + raw)

    def put_all(self, key: str, kind: str, values):
        raw = b"".join(map(string, values)) if kind == "string" else struct.pack(f"<{len(values)}i", *values)
        start = struct.pack("<IIQ", TYPES["array"], TYPES[kind], len(values))
        self.pairs.append(string(key) + start + raw)


def header(shape: Shape, vocabulary: dict, template: str, matrices: int) -> Header:
    out = Header()
    out.put("general.architecture", "string", "llama")
    out.put("general.name", "string", "kestrel-nano")
    out.put("general.description", "string", "Knows only how to use Kestrel's tools; for demonstration and tests.")
    out.put("general.license", "string", "MIT OR Apache-2.0")
    out.put("general.file_type", "u32", FILE_TYPES[matrices])
    # What it is to be sampled with: greedily. Servers that do not know the keys take their own.
    out.put("general.sampling.temp", "f32", 0.0)
    out.put("general.sampling.top_k", "i32", 1)
    out.put("llama.context_length", "u32", shape.window)
    out.put("llama.embedding_length", "u32", shape.width)
    out.put("llama.block_count", "u32", shape.layers)
    out.put("llama.feed_forward_length", "u32", shape.feed_forward)
    out.put("llama.attention.head_count", "u32", shape.heads)
    out.put("llama.attention.head_count_kv", "u32", shape.key_heads)
    out.put("llama.attention.layer_norm_rms_epsilon", "f32", shape.norm_epsilon)
    out.put("llama.rope.freq_base", "f32", shape.rope_base)
    out.put("llama.rope.dimension_count", "u32", shape.head_width)
    out.put("llama.vocab_size", "u32", shape.vocabulary)
    tokens = vocabulary["tokens"]
    first = len(tokens) - SPECIALS
    kinds = [NORMAL] * first + [CONTROL if token.startswith("<|") else USER_DEFINED for token in tokens[first:]]
    out.put("tokenizer.ggml.model", "string", "gpt2")
    out.put("tokenizer.ggml.pre", "string", "qwen2")
    out.put_all("tokenizer.ggml.tokens", "string", tokens)
    out.put_all("tokenizer.ggml.token_type", "i32", kinds)
    out.put_all("tokenizer.ggml.merges", "string", [" ".join(pair) for pair in vocabulary["merges"]])
    out.put("tokenizer.ggml.eos_token_id", "u32", tokens.index("<|im_end|>"))
    out.put("tokenizer.ggml.bos_token_id", "u32", tokens.index("<|endoftext|>"))
    out.put("tokenizer.ggml.padding_token_id", "u32", tokens.index("<|endoftext|>"))
    out.put("tokenizer.ggml.add_bos_token", "bool", False)
    out.put("tokenizer.chat_template", "string", template)
    return out


NAMES = {
    "attention_norm": "attn_norm",
    "query": "attn_q",
    "key": "attn_k",
    "value": "attn_v",
    "attention_output": "attn_output",
    "feed_forward_norm": "ffn_norm",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
}


def tensors(model: Transformer):
    """Names as llama.cpp has them, in the order of the file."""
    yield "token_embd.weight", model.embedding.weight
    yield "output_norm.weight", model.norm.weight
    if not model.shape.tied:
        yield "output.weight", model.head.weight
    yield "rope_freqs.weight", turn_factors(model.shape)
    for number, layer in enumerate(model.layers):
        for own, theirs in NAMES.items():
            yield f"blk.{number}.{theirs}.weight", getattr(layer, own).weight


# So slow that a pair stands still within any window.
STILL = 1e9


def turn_factors(shape: Shape) -> torch.Tensor:
    """By how much slower each pair turns than the declared base says."""
    declared = [shape.rope_base ** (-2 * at / shape.head_width) for at in range(shape.head_width // 2)]
    return torch.tensor([one / turn if turn > 0 else STILL for one, turn in zip(declared, shape.turns)])


def in_blocks(weight: torch.Tensor) -> bytes:
    """As ggml's Q8_0: of 32 neighbours the scale as f16, then each as a signed byte."""
    rows = weight.float().reshape(-1, 32)
    scales = rows.abs().amax(1, keepdim=True) / 127
    numbers = torch.where(scales > 0, rows / scales, torch.zeros_like(rows)).round().to(torch.int8)
    scaled = scales.half().view(torch.int16).numpy().view("u1")
    return numpy.concatenate([scaled, numbers.numpy().view("u1")], 1).tobytes()


def raw_bytes(weight: torch.Tensor, kind: int) -> bytes:
    if kind == Q8_0:
        return in_blocks(weight)
    return (weight.half() if kind == F16 else weight.float()).contiguous().numpy().tobytes()


def without_comments(template: Path) -> str:
    """A template as it stands in a file: lines of comment explain it to people, and llama.cpp need not read them."""
    return "\n".join(line for line in template.read_text().splitlines() if not line.startswith("{#-")) + "\n"


def main(source: Path, vocabulary: Path, template: Path, out: Path, matrices: int = F16):
    state = torch.load(source, map_location="cpu")
    shape = Shape(**state["shape"])
    model = Transformer(shape)
    model.load_state_dict(state["model"])
    pairs = header(shape, json.loads(vocabulary.read_text()), without_comments(template), matrices).pairs
    infos, data, offset = [], [], 0
    for name, weight in tensors(model):
        kind = matrices if weight.dim() > 1 else F32
        raw = raw_bytes(weight.detach(), kind)
        sizes = list(reversed(weight.shape))
        info = string(name) + struct.pack(f"<I{len(sizes)}Q", len(sizes), *sizes)
        infos.append(info + struct.pack("<IQ", kind, offset))
        raw += b"\0" * (-len(raw) % ALIGNMENT)
        data.append(raw)
        offset += len(raw)
    start = b"GGUF" + struct.pack("<IQQ", 3, len(infos), len(pairs)) + b"".join(pairs) + b"".join(infos)
    start += b"\0" * (-len(start) % ALIGNMENT)
    out.write_bytes(start + b"".join(data))
    print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:5]), Q8_0 if sys.argv[5:] == ["q8_0"] else F16)
