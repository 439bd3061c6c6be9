"""Conversations in other letters: what is copied is to be copied for what stands there, not for what is usual. Without it a word that the corpus seldom has is copied wrongly."""

import json
import re
from pathlib import Path

import numpy

# Of the conversations that hold a token; above it a token is taken for one of the words that things are said with.
COMMON = 0.02
# Conversations that are asked for it.
ASKED = 20_000
# Letters by their case, a Chinese character.
WRITTEN = ("[a-z]+", "[A-Z][a-z]*", "[A-Z]{2,}", "[\u4e00-\u9fff]")
INSIDE_A_CHARACTER = len(WRITTEN) + 1


class Disguise:
    """`share` of the conversations wear one."""

    def __init__(self, vocabulary: Path, corpus, share: float):
        self.share = share
        letters = json.loads(vocabulary.read_text())["tokens"]
        byte_of = {letter: byte for byte, letter in enumerate(letters[:256])}
        spelt = [bytes(byte_of[one] for one in token) if set(token) <= set(byte_of) else b"" for token in letters]
        self.kinds = numpy.array([kind_of(raw) for raw in spelt])
        self.pools = [numpy.flatnonzero(self.kinds == kind) for kind in range(1, INSIDE_A_CHARACTER + 1)]
        holding = numpy.zeros(len(letters))
        asked = min(ASKED, len(corpus.lengths))
        for start, length in zip(corpus.starts[:asked], corpus.lengths):
            holding[numpy.unique(corpus.tokens[start : start + length])] += 1
        seldom = (holding / asked < COMMON) | (self.kinds == INSIDE_A_CHARACTER)
        self.free = (self.kinds > 0) & seldom

    def worn(self, tokens, weights, chance):
        """Every free token that the model says after others did stands for another of its kind, the same throughout."""
        if chance.random() >= self.share:
            return tokens
        own = weights == 255
        held, first = numpy.unique(tokens, return_index=True)
        copied = held[numpy.isin(held, tokens[own]) & ~own[first] & self.free[held]]
        stands_for = numpy.arange(len(self.kinds), dtype=tokens.dtype)
        for kind, pool in enumerate(self.pools, 1):
            given = copied[self.kinds[copied] == kind]
            fresh = numpy.setdiff1d(pool, held)
            many = min(len(given), len(fresh))
            if many > 0:
                stands_for[given[:many]] = chance.choice(fresh, many, replace=False)
        return stands_for[tokens]


def kind_of(raw: bytes) -> int:
    """From 1 on; 0 for what nothing else can stand for."""
    if len(raw) == 1 and 0x80 <= raw[0] < 0xC0:
        return INSIDE_A_CHARACTER
    text = raw.decode(errors="replace")
    return next((kind for kind, form in enumerate(WRITTEN, 1) if re.fullmatch(form, text)), 0)
