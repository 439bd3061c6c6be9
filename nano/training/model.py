"""The llama architecture in plain torch, laid out so that the exporter copies weights without permuting them."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from attention import causal_attention
from shape import Shape


class RootMeanSquareNorm(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(shape.width))
        self.epsilon = shape.norm_epsilon

    def forward(self, x):
        return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.epsilon) * self.weight


class Rotation:
    """RoPE on neighbouring pairs: what llama.cpp does for the `llama` architecture."""

    def __init__(self, shape: Shape):
        frequencies = shape.rope_base ** (-torch.arange(0, shape.head_width, 2).float() / shape.head_width)
        angles = torch.arange(shape.window).float()[:, None] * frequencies[None]
        self.turns = torch.polar(torch.ones_like(angles), angles)

    def __call__(self, x):
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        if self.turns.device != x.device:
            self.turns = self.turns.to(x.device)
        return torch.view_as_real(pairs * self.turns[: x.shape[-2]]).flatten(-2)


class Layer(nn.Module):
    def __init__(self, shape: Shape, rotation: Rotation):
        super().__init__()
        self.shape = shape
        self.rotation = rotation
        linear = lambda before, after: nn.Linear(before, after, bias=False)
        self.attention_norm = RootMeanSquareNorm(shape)
        self.query = linear(shape.width, shape.width)
        self.key = linear(shape.width, shape.key_heads * shape.head_width)
        self.value = linear(shape.width, shape.key_heads * shape.head_width)
        self.attention_output = linear(shape.width, shape.width)
        self.feed_forward_norm = RootMeanSquareNorm(shape)
        self.gate = linear(shape.width, shape.feed_forward)
        self.up = linear(shape.width, shape.feed_forward)
        self.down = linear(shape.feed_forward, shape.width)

    def forward(self, x):
        x = x + self.attention_output(self.attend(self.attention_norm(x)))
        h = self.feed_forward_norm(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))

    def attend(self, x):
        batch, length, width = x.shape
        heads, key_heads, head_width = self.shape.heads, self.shape.key_heads, self.shape.head_width
        apart = lambda y: y.view(batch, length, -1, head_width).transpose(1, 2)
        shared = lambda y: y if key_heads == heads else y.repeat_interleave(heads // key_heads, 1)
        together = lambda y: y.reshape(batch * heads, length, head_width)
        query = together(self.rotation(apart(self.query(x)))) * (1 / math.sqrt(head_width))
        key = together(shared(self.rotation(apart(self.key(x)))))
        seen = causal_attention(query, key, together(shared(apart(self.value(x)))))
        return seen.view(batch, heads, length, head_width).transpose(1, 2).reshape(batch, length, width)


class Transformer(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        rotation = Rotation(shape)
        self.layers = nn.ModuleList(Layer(shape, rotation) for _ in range(shape.layers))
        self.norm = RootMeanSquareNorm(shape)
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)
        quiet = 0.02 / math.sqrt(2 * shape.layers)
        for name, weight in self.named_parameters():
            if weight.dim() > 1:
                into_stream = name.endswith(("attention_output.weight", "down.weight"))
                nn.init.normal_(weight, std=quiet if into_stream else 0.02)

    def hidden(self, tokens):
        """What stands before the head, [batch, length, width]."""
        x = self.embedding(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.norm(x)

    def forward(self, tokens):
        """Logits for the token after each, [batch, length, vocabulary]."""
        return self.head(self.hidden(tokens))
