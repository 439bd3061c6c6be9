"""Reads weights back: from a GGUF that export.py wrote in 8-bit blocks, or from what a training left."""

import struct
from pathlib import Path

import numpy
import torch

import plain
from export import ALIGNMENT, F32, Q8_0, TYPES, tensors
from model import Transformer
from shape import Shape

FORMS = {TYPES["u32"]: "<I", TYPES["i32"]: "<i", TYPES["f32"]: "<f", TYPES["bool"]: "<?"}
# Of a block: the scale as f16, then 32 signed bytes.
BLOCK = numpy.dtype([("scale", "<f2"), ("numbers", "i1", 32)])


class Reader:
    def __init__(self, raw: bytes):
        self.raw, self.at = raw, 0

    def take(self, form: str):
        values = struct.unpack_from(form, self.raw, self.at)
        self.at += struct.calcsize(form)
        return values

    def string(self) -> str:
        (length,) = self.take("<Q")
        self.at += length
        return self.raw[self.at - length : self.at].decode()

    def skip(self, kind: int):
        if kind == TYPES["string"]:
            self.string()
        elif kind == TYPES["array"]:
            inner, many = self.take("<IQ")
            for _ in range(many):
                self.skip(inner)
        else:
            self.take(FORMS[kind])


@torch.no_grad()
def read_weights(path: Path, model):
    """Into a model of the same shape; a file with other tensors is refused."""
    reader = Reader(path.read_bytes())
    _, _, many, pairs = reader.take("<4sIQQ")
    for _ in range(pairs):
        reader.string()
        reader.skip(*reader.take("<I"))
    places = {}
    for _ in range(many):
        name, (axes,) = reader.string(), reader.take("<I")
        sizes = tuple(reversed(reader.take(f"<{axes}Q")))
        places[name] = sizes, *reader.take("<IQ")
    first = -(-reader.at // ALIGNMENT) * ALIGNMENT
    for name, weight in tensors(model):
        sizes, kind, offset = places.get(name, (None, None, 0))
        if sizes != tuple(weight.shape) or kind not in (F32, Q8_0):
            raise SystemExit(f"{path}: {name} is of shape {sizes}, type {kind}; this model's is {tuple(weight.shape)}.")
        at, count = first + offset, weight.numel()
        if kind == F32:
            numbers = numpy.frombuffer(reader.raw, "<f4", count, at)
        else:
            blocks = numpy.frombuffer(reader.raw, BLOCK, count // 32, at)
            numbers = blocks["scale"].astype("f4")[:, None] * blocks["numbers"]
        weight.copy_(torch.from_numpy(numbers.copy()).view_as(weight))


def weights_of(source: Path):
    """The shape and the weights of a model or a state of a training, or of an exported file in 8-bit blocks."""
    if source.suffix != ".gguf":
        return torch.load(source, map_location="cpu")
    model = Transformer(Shape(), plain)
    read_weights(source, model)
    return dict(shape=Shape().as_dict(), model=model.state_dict())
