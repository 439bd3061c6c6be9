"""What stands between the matrices of a layer. On a processor by kernels of our own (attention.cpp, kernels.cpp), for torch passes over the same numbers many times there; `fused.py` has the same for an accelerator, `plain.py` in torch's plainest words, which both are held against (agree.py)."""

import ctypes
import math
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from product import product  # noqa: F401 - one of the means

SOURCES = [Path(__file__).with_name(name) for name in ("attention.cpp", "kernels.cpp")]
# Numbers of a head, as attention.cpp has them.
WIDTH = 32


@cache
def kernels():
    """Built anew by every process, for the very processor it runs on: three seconds."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "kernels.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["c++", *flags, *map(str, SOURCES), "-o", str(made)], check=True)
        return ctypes.CDLL(str(made))


def run(name: str, *given):
    """A tensor goes as where it begins, and must be whole; nothing as null; sizes as int, factors as float."""
    getattr(kernels(), name)(*map(for_c, given))


def for_c(one):
    if isinstance(one, torch.Tensor):
        if not one.is_contiguous():
            raise ValueError(f"a tensor of shape {tuple(one.shape)} that is not whole")
        return ctypes.c_void_p(one.data_ptr())
    return {int: ctypes.c_int, float: ctypes.c_float, type(None): ctypes.c_void_p}[type(one)](one)


class Norm(torch.autograd.Function):
    """[many, width] float32, normed and scaled, as bfloat16."""

    @staticmethod
    def forward(ctx, x, scale, epsilon):
        out, shrink = torch.empty(x.shape, dtype=torch.bfloat16), torch.empty(len(x))
        run("norm_forward", x, scale, out, shrink, *x.shape, epsilon)
        ctx.save_for_backward(x, scale, shrink)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, scale, shrink = ctx.saved_tensors
        to_x, to_scale = torch.empty_like(x), torch.empty_like(scale)
        run("norm_backward", x, scale, shrink, grad.contiguous(), to_x, to_scale, *x.shape)
        return to_x, to_scale, None


class Gate(torch.autograd.Function):
    """silu(gate) * up, bfloat16."""

    @staticmethod
    def forward(ctx, gate, up):
        out = torch.empty_like(gate)
        run("gate_forward", gate, up, out, gate.numel())
        ctx.save_for_backward(gate, up)
        return out

    @staticmethod
    def backward(ctx, grad):
        gate, up = ctx.saved_tensors
        to_gate, to_up = torch.empty_like(gate), torch.empty_like(up)
        run("gate_backward", gate, up, grad.contiguous(), to_gate, to_up, gate.numel())
        return to_gate, to_up


class Attention(torch.autograd.Function):
    """
    Queries, and keys and values [rows * length, fewer heads * 32], bfloat16; what is seen, shaped as the queries. There is a query for each
    place, or one for each of `asked` (model.py).
    """

    @staticmethod
    def forward(ctx, query, key, value, turns, length, asked=None):
        heads, fewer = query.shape[1] // WIDTH, key.shape[1] // WIDTH
        places, starts = (asked.places, asked.starts) if asked else (None, None)
        q = turned_apart(query, turns, places, length, 1 / math.sqrt(WIDTH))
        k = turned_apart(key, turns, None, length, 1.0)
        v = apart(value)
        seen, logarithms = torch.empty_like(q), torch.empty(q.shape[:2])
        sizes = len(key) // length, heads, fewer, length, len(query)
        run("attention_forward", q, k, v, seen, logarithms, places, starts, *sizes)
        ctx.save_for_backward(q, k, v, seen, logarithms)
        ctx.rest = turns, places, starts, sizes
        return together(seen)

    @staticmethod
    def backward(ctx, grad):
        q, k, v, seen, logarithms = ctx.saved_tensors
        turns, places, starts, sizes = ctx.rest
        length = sizes[3]
        to_q, to_k, to_v = map(torch.empty_like, (q, k, v))
        given = q, k, v, seen, logarithms, apart(grad.contiguous()), to_q, to_k, to_v
        run("attention_backward", *given, places, starts, *sizes)
        to_query = turned_together(to_q, turns, places, length, 1 / math.sqrt(WIDTH))
        return to_query, turned_together(to_k, turns, None, length, 1.0), together(to_v), None, None, None


norm, gate, attention = Norm.apply, Gate.apply, Attention.apply


def by_heads(x):
    """[many, heads * 32] bfloat16 as room for [heads, many, 32] float32."""
    return torch.empty(x.shape[1] // WIDTH, len(x), WIDTH)


def by_places(x):
    heads, many, width = x.shape
    return torch.empty(many, heads * width, dtype=torch.bfloat16)


def turned_apart(x, turns, places, length, factor):
    out = by_heads(x)
    run("turn_apart", x, *turns, places, out, len(x), length, len(out), WIDTH, factor)
    return out


def turned_together(x, turns, places, length, factor):
    out = by_places(x)
    run("turn_together", x, *turns, places, out, len(out), length, len(x), WIDTH, factor)
    return out


def apart(x):
    out = by_heads(x)
    run("apart", x, out, len(x), len(out), WIDTH)
    return out


def together(x):
    out = by_places(x)
    run("together", x, out, len(out), len(x), WIDTH)
    return out
