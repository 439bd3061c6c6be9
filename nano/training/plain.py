"""What kernels.py does, in torch's own words: slower on a processor, right on any device."""

import torch
import torch.nn.functional as F

from kernels import WIDTH
from product import is_narrow


def product(x, weight):
    kind = torch.bfloat16 if is_narrow(x) else torch.float32
    return F.linear(x.to(torch.bfloat16).to(kind), weight.to(kind)).bfloat16()


def norm(x, scale, epsilon):
    return (x * (x * x).mean(-1, keepdim=True).add(epsilon).rsqrt() * scale).bfloat16()


def gate(gate, up):
    return (F.silu(gate.float()) * up).bfloat16()


def attention(query, key, value, turns, length, asked=None):
    if asked:
        everywhere = query.new_zeros(len(key), query.shape[1]).index_copy(0, asked.among, query)
        return attention(everywhere, key, value, turns, length)[asked.among]
    heads, fewer = query.shape[1] // WIDTH, key.shape[1] // WIDTH
    apart = lambda x: x.float().view(-1, length, x.shape[1] // WIDTH, WIDTH).transpose(1, 2)
    shared = lambda x: x.repeat_interleave(heads // fewer, 1)
    q, k = turned(apart(query), turns) * WIDTH**-0.5, shared(turned(apart(key), turns))
    later = q.new_ones(length, length).triu(1).bool()
    seen = (q @ k.transpose(-1, -2)).masked_fill(later, float("-inf")).softmax(-1) @ shared(apart(value))
    return seen.transpose(1, 2).reshape(len(query), -1).bfloat16()


def turned(x, turns):
    cosine, sine = (one[: x.shape[2]] for one in turns)
    return x * cosine + x.unflatten(-1, (-1, 2)).flip(-1).flatten(-2) * sine
