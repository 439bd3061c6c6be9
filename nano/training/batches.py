"""Batches from the parts of the corpus: conversations of like length together, so that little is padding."""

from pathlib import Path

import numpy
import torch

# Lengths are filled up to a multiple of it: so the rows of numbers stay aligned.
EVEN = 16


class Corpus:
    """The parts in one folder, read in the order of their names."""

    def __init__(self, folder: Path, pattern: str):
        names = sorted(path.with_suffix("") for path in folder.glob(f"{pattern}.lengths"))
        if not names:
            raise SystemExit(f"There is no corpus {pattern} in {folder}. Make it first: see nano/README.md.")
        read = lambda kind, ending: [numpy.fromfile(f"{name}.{ending}", kind) for name in names]
        self.lengths = numpy.concatenate(read(numpy.uint32, "lengths")).astype(numpy.int64)
        self.tokens = numpy.concatenate(read(numpy.uint16, "tokens"))
        self.weights = numpy.concatenate(read(numpy.uint8, "weights"))
        self.starts = numpy.concatenate([[0], numpy.cumsum(self.lengths)])

    def batches(self, tokens_per_step: int, workers: int, seed: int, pool: int = 64):
        """For each step a list with one batch per worker. The order is shuffled pool by pool, the same for the same seed."""
        chance = numpy.random.default_rng(seed)
        share = tokens_per_step // workers
        steps = []
        for first in range(0, len(self.lengths), pool * 32):
            rows = numpy.arange(first, min(first + pool * 32, len(self.lengths)))
            rows = rows[numpy.argsort(self.lengths[rows] + chance.integers(0, 8, len(rows)), kind="stable")]
            groups, group = [], []
            for row in rows:
                if group and (len(group) + 1) * self.lengths[row] > share:
                    groups.append(group)
                    group = []
                group.append(int(row))
            groups.append(group)
            chance.shuffle(groups)
            steps += [groups[at : at + workers] for at in range(0, len(groups) - workers + 1, workers)]
        return steps

    def batch(self, rows, disguise, chance):
        """Tokens [rows, longest], and the weight of each as something to be predicted, from 0 to 1."""
        # One more than a multiple: what is predicted starts with the second.
        longest = -(-int(self.lengths[rows].max()) // EVEN) * EVEN + 1
        tokens = numpy.zeros((len(rows), longest), numpy.int64)
        weights = numpy.zeros((len(rows), longest), numpy.float32)
        for at, row in enumerate(rows):
            start, length = self.starts[row], self.lengths[row]
            told = self.weights[start : start + length]
            tokens[at, :length] = disguise.worn(self.tokens[start : start + length], told, chance)
            weights[at, :length] = told / 255
        return torch.from_numpy(tokens), torch.from_numpy(weights)
