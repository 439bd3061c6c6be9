"""The llama architecture in torch, laid out so that the exporter copies weights without permuting them. What goes into a matrix and comes out is bfloat16; the rest is float32."""

import math

import kernels
import torch
import torch.nn.functional as F
from shape import Shape
from torch import nn


class Matrix(nn.Linear):
    def __init__(self, before: int, after: int, means):
        super().__init__(before, after, bias=False)
        self.means = means

    def forward(self, x):
        return self.means.product(x, self.weight)


class RootMeanSquareNorm(nn.Module):
    def __init__(self, shape: Shape, means):
        super().__init__()
        self.means = means
        self.weight = nn.Parameter(torch.ones(shape.width))
        self.epsilon = shape.norm_epsilon

    def forward(self, x):
        return self.means.norm(x, self.weight, self.epsilon)


class Layer(nn.Module):
    def __init__(self, shape: Shape, means):
        super().__init__()
        self.means = means
        self.attention_norm = RootMeanSquareNorm(shape, means)
        self.query = Matrix(shape.width, shape.width, means)
        self.key = Matrix(shape.width, shape.key_heads * shape.head_width, means)
        self.value = Matrix(shape.width, shape.key_heads * shape.head_width, means)
        self.attention_output = Matrix(shape.width, shape.width, means)
        self.feed_forward_norm = RootMeanSquareNorm(shape, means)
        self.gate = Matrix(shape.width, shape.feed_forward, means)
        self.up = Matrix(shape.width, shape.feed_forward, means)
        self.down = Matrix(shape.feed_forward, shape.width, means)

    def forward(self, x, turns, length, asked=None):
        """The stream [rows * length, width] behind this layer; of `asked` only its places."""
        h = self.attention_norm(x)
        key, value = self.key(h), self.value(h)
        if asked:
            x, h = x[asked.among], h[asked.among]
        x = x + self.attention_output(self.means.attention(self.query(h), key, value, turns, length, asked))
        h = self.feed_forward_norm(x)
        return x + self.down(self.means.gate(self.gate(h), self.up(h)))


class Asked:
    """Of rows of text the places behind which something is to be foretold: a mask [rows, length]."""

    def __init__(self, mask):
        # Of all places; in their rows; how many of them stand before each row, and in all.
        self.among = mask.flatten().nonzero()[:, 0]
        self.places = (self.among % mask.shape[1]).to(torch.int32)
        self.starts = F.pad(mask.sum(1).cumsum(0), (1, 0)).to(torch.int32)


class Transformer(nn.Module):
    """`means` are kernels.py, fused.py or plain.py."""

    def __init__(self, shape: Shape, means=kernels):
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        self.layers = nn.ModuleList(Layer(shape, means) for _ in range(shape.layers))
        self.norm = RootMeanSquareNorm(shape, means)
        self.head = Matrix(shape.width, shape.vocabulary, means)
        angles = torch.arange(shape.window).float()[:, None] * torch.tensor(shape.turns).repeat_interleave(2)[None]
        signs = torch.tensor([-1.0, 1.0]).repeat(shape.head_width // 2)
        self.register_buffer("cosine", angles.cos(), persistent=False)
        self.register_buffer("sine", angles.sin() * signs, persistent=False)
        quiet = 0.02 / math.sqrt(2 * shape.layers)
        for name, weight in self.named_parameters():
            if weight.dim() > 1:
                into_stream = name.endswith(("attention_output.weight", "down.weight"))
                nn.init.normal_(weight, std=quiet if into_stream else 0.02)
        if shape.tied:
            self.head.weight = self.embedding.weight

    def hidden(self, tokens, mask=None):
        """What stands before the head at the places of a mask [rows, length], or at all, row for row: [places, width]."""
        x = self.embedding(tokens.flatten())
        rest = (self.cosine, self.sine), tokens.shape[1]
        *layers, last = self.layers
        for layer in layers:
            x = layer(x, *rest)
        # Of the last layer nothing is wanted elsewhere.
        return self.norm(last(x, *rest, None if mask is None else Asked(mask)))
