"""What kernels.py does, in the words that torch has for an accelerator: few passes, no size that is not known before, so that all of a step can be recorded (recorded.py). Torch 2.5 or later."""

import torch
import torch.nn.functional as F

from kernels import WIDTH


def product(x, weight):
    return F.linear(x.to(torch.bfloat16), weight.to(torch.bfloat16))


def norm(x, scale, epsilon):
    return F.rms_norm(x, scale.shape, scale, epsilon).bfloat16()


def gate(gate, up):
    return F.silu(gate) * up


def attention(query, key, value, turns, length, asked=None):
    if asked:
        raise ValueError("on an accelerator every place is asked for")
    by_heads = lambda x: x.view(-1, length, x.shape[1] // WIDTH, WIDTH)
    turn = torch.complex(turns[0][:length, ::2], turns[1][:length, 1::2])[:, None]
    q, k, v = (one.transpose(1, 2) for one in (turned(by_heads(query), turn), turned(by_heads(key), turn), by_heads(value)))
    seen = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    return seen.transpose(1, 2).reshape(len(query), -1)


def turned(x, turn):
    """Neighbours are the two parts of one complex number."""
    pairs = torch.view_as_complex(x.float().unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * turn).flatten(-2).bfloat16()
