"""The llama architecture in torch, laid out so that the exporter copies weights without permuting them. Matrices are multiplied in bfloat16; the rest is float32."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from attention import causal_attention
from shape import Shape


class Matrix(nn.Linear):
    def __init__(self, before: int, after: int):
        super().__init__(before, after, bias=False)

    def forward(self, x):
        return F.linear(x.to(torch.bfloat16), self.weight.to(torch.bfloat16))


class RootMeanSquareNorm(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(shape.width))
        self.epsilon = shape.norm_epsilon

    def forward(self, x):
        return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.epsilon) * self.weight


def turned(x, turns):
    """RoPE on neighbouring pairs: what llama.cpp does for the `llama` architecture. [rows, length, heads, width]"""
    cosine, sine = turns
    pairs = x.float().unflatten(-1, (-1, 2))
    left, right = pairs[..., 0], pairs[..., 1]
    return torch.stack((left * cosine - right * sine, left * sine + right * cosine), -1).flatten(-2)


class Layer(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.attention_norm = RootMeanSquareNorm(shape)
        self.query = Matrix(shape.width, shape.width)
        self.key = Matrix(shape.width, shape.key_heads * shape.head_width)
        self.value = Matrix(shape.width, shape.key_heads * shape.head_width)
        self.attention_output = Matrix(shape.width, shape.width)
        self.feed_forward_norm = RootMeanSquareNorm(shape)
        self.gate = Matrix(shape.width, shape.feed_forward)
        self.up = Matrix(shape.width, shape.feed_forward)
        self.down = Matrix(shape.feed_forward, shape.width)

    def forward(self, x, turns):
        x = x + self.attention_output(self.attend(self.attention_norm(x), turns)).float()
        h = self.feed_forward_norm(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h)).float()

    def attend(self, x, turns):
        rows, length, width = x.shape
        heads, head_width = self.shape.heads, self.shape.head_width
        apart = lambda y: y.view(rows, length, -1, head_width)
        shared = lambda y: y.repeat_interleave(heads // self.shape.key_heads, 2)
        together = lambda y: y.transpose(1, 2).reshape(rows * heads, length, head_width)
        query = together(turned(apart(self.query(x)), turns) * (1 / math.sqrt(head_width)))
        key = together(shared(turned(apart(self.key(x)), turns)))
        seen = causal_attention(query, key, together(shared(apart(self.value(x)).float())))
        return seen.view(rows, heads, length, head_width).transpose(1, 2).reshape(rows, length, width)


class Transformer(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = RootMeanSquareNorm(shape)
        self.head = Matrix(shape.width, shape.vocabulary)
        angles = torch.arange(shape.window).float()[:, None] * torch.tensor(shape.turns)[None]
        self.register_buffer("cosine", angles.cos()[:, None], persistent=False)
        self.register_buffer("sine", angles.sin()[:, None], persistent=False)
        quiet = 0.02 / math.sqrt(2 * shape.layers)
        for name, weight in self.named_parameters():
            if weight.dim() > 1:
                into_stream = name.endswith(("attention_output.weight", "down.weight"))
                nn.init.normal_(weight, std=quiet if into_stream else 0.02)
        if shape.tied:
            self.head.weight = self.embedding.weight

    def hidden(self, tokens):
        """What stands before the head, [batch, length, width]."""
        x = self.embedding(tokens)
        length = tokens.shape[1]
        turns = self.cosine[:length], self.sine[:length]
        for layer in self.layers:
            x = layer(x, turns)
        return self.norm(x)

    def forward(self, tokens):
        """Logits for the token after each, [batch, length, vocabulary]."""
        return self.head(self.hidden(tokens)).float()
