"""Causal attention. On a processor by a kernel of our own (attention.cpp), for torch's takes longer there than all the rest of a step."""

import ctypes
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
import torch.nn.functional as F

SOURCE = Path(__file__).with_name("attention.cpp")
# Numbers of a head, as the kernel has them.
WIDTH = 32


@cache
def kernel():
    """Built anew by every process, for the very processor it runs on: two seconds."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "attention.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["c++", *flags, str(SOURCE), "-o", str(made)], check=True)
        return ctypes.CDLL(str(made))


def starts(tensors):
    return [ctypes.c_void_p(one.data_ptr()) for one in tensors]


@torch.library.custom_op("kestrel::attend", mutates_args=())
def attend(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What is seen, [rows * heads, length, 32], and the logarithm of each query's sum, for the way back."""
    seen, logarithms = torch.empty_like(query), query.new_empty(query.shape[:2])
    kernel().attention_forward(*starts((query, key, value, seen, logarithms)), *query.shape[:2])
    return seen, logarithms


@torch.library.custom_op("kestrel::attend_back", mutates_args=())
def attend_back(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    seen: torch.Tensor,
    logarithms: torch.Tensor,
    grad: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    grads = tuple(map(torch.empty_like, (query, key, value)))
    given = starts((query, key, value, seen, logarithms, grad))
    kernel().attention_backward(*given, *starts(grads), *query.shape[:2])
    return grads


@attend.register_fake
def _(query, key, value):
    return torch.empty_like(query), query.new_empty(query.shape[:2])


@attend_back.register_fake
def _(query, key, value, seen, logarithms, grad):
    return tuple(map(torch.empty_like, (query, key, value)))


def keep(ctx, inputs, output):
    ctx.save_for_backward(*inputs, *output)


def back(ctx, grad, _):
    return attend_back(*ctx.saved_tensors, grad.contiguous())


attend.register_autograd(back, setup_context=keep)


def causal_attention(query, key, value):
    """Each [rows * heads, length, 32] in float32, the query scaled."""
    if query.is_cuda:
        return F.scaled_dot_product_attention(query, key, value, is_causal=True, scale=1.0)
    if query.shape[-1] != WIDTH:
        raise ValueError(f"a head of {query.shape[-1]} numbers: attention.cpp is written for {WIDTH}, say WIDTH in both")
    return attend(query.contiguous(), key.contiguous(), value.contiguous())[0]
