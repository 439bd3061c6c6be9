"""A layer's input times its weights. In bfloat16 where the processor multiplies it; else in float32, and only kept in bfloat16."""

from pathlib import Path

import torch
import torch.nn.functional as F

CPU = Path("/proc/cpuinfo")
# oneDNN, which torch multiplies with, has bfloat16 from AVX-512 on (its documentation of data types). Below it torch's own loop is forty
# times slower than float32, and adds up in bfloat16.
NARROW = CPU.exists() and "avx512bw" in CPU.read_text()


def is_narrow(x) -> bool:
    return NARROW or x.is_cuda


class InFloat32(torch.autograd.Function):
    """`x` [many, before] bfloat16, `weight` [after, before] float32: [many, after] bfloat16."""

    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return (x.float() @ weight.t()).bfloat16()

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        wide = grad.float()
        return (wide @ weight).bfloat16(), wide.t() @ x.float()


def product(x, weight):
    x = x.to(torch.bfloat16)
    if is_narrow(x):
        return F.linear(x, weight.to(torch.bfloat16))
    return InFloat32.apply(x, weight)
