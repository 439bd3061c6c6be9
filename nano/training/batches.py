"""Batches from the parts of the corpus: conversations of like length together, so that little is padding."""

from pathlib import Path

import numpy
import torch


def evenly(lengths):
    """Filled up to a multiple of 16: so the rows of numbers stay aligned."""
    return -(-lengths // 16) * 16


def coarsely(lengths):
    """Forty sizes up to 4,096, none an eighth longer than what it holds from 256 on: each is recorded on its own (recorded.py)."""
    step = 2 ** (numpy.clip(numpy.ceil(numpy.log2(lengths)), 9, None).astype(numpy.int64) - 4)
    return -(-lengths // step) * step


class Corpus:
    """The parts in one folder, read in the order of their names."""

    def __init__(self, folder: Path, pattern: str, filled=evenly):
        names = sorted(path.with_suffix("") for path in folder.glob(f"{pattern}.lengths"))
        if not names:
            raise SystemExit(f"There is no corpus {pattern} in {folder}. Make it first: see nano/README.md.")
        read = lambda kind, ending: [numpy.fromfile(f"{name}.{ending}", kind) for name in names]
        self.lengths = numpy.concatenate(read(numpy.uint32, "lengths")).astype(numpy.int64)
        self.filled = filled(self.lengths)
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
            groups, group, longest = [], [], 0
            for row, length in zip(rows.tolist(), self.filled[rows].tolist()):
                # Those of like length are not quite in order.
                longest = max(longest, length)
                if group and (len(group) + 1) * longest > share:
                    groups.append(group)
                    group, longest = [], length
                group.append(row)
            groups.append(group)
            chance.shuffle(groups)
            steps += [groups[at : at + workers] for at in range(0, len(groups) - workers + 1, workers)]
        return steps

    def batch(self, rows, disguise, chance, room: int | None = None):
        """
        Tokens [rows, longest], and the weight of each as something to be predicted, from 0 to 1. With `room`, in tokens, there are as many
        rows as it has room for, the last of them empty.
        """
        longest = int(self.filled[rows].max())
        many = max(len(rows), room // longest) if room else len(rows)
        # One more: what is predicted starts with the second.
        tokens = numpy.zeros((many, longest + 1), numpy.int64)
        weights = numpy.zeros((many, longest + 1), numpy.float32)
        for at, row in enumerate(rows):
            start, length = self.starts[row], self.lengths[row]
            told = self.weights[start : start + length]
            tokens[at, :length] = disguise.worn(self.tokens[start : start + length], told, chance)
            weights[at, :length] = told / 255
        return torch.from_numpy(tokens), torch.from_numpy(weights)


class Reading(torch.utils.data.Dataset):
    """
    What a worker reads at each step. The corpus is read in its order first, which begins with what is short, and then again and again in
    another; the batch of a step is the same whenever it is made.
    """

    def __init__(self, corpus: Corpus, disguise, tokens_per_step: int, workers: int, rank: int, seed: int, roomy: bool):
        self.corpus, self.disguise, self.rank, self.seed = corpus, disguise, rank, seed
        self.steps = corpus.batches(tokens_per_step, workers, seed)
        self.room = tokens_per_step if roomy else None
        self.orders = {}

    def rows(self, at: int):
        """One batch per worker."""
        again, place = divmod(at, len(self.steps))
        if again and again not in self.orders:
            self.orders[again] = numpy.random.default_rng((self.seed, again)).permutation(len(self.steps))
        return self.steps[self.orders[again][place] if again else place]

    def many(self, at: int) -> int:
        """Tokens that all workers read at a step."""
        return sum(int(self.corpus.lengths[one].sum()) for one in self.rows(at))

    def __getitem__(self, at: int):
        chance = numpy.random.default_rng((self.seed, at, self.rank))
        return self.corpus.batch(self.rows(at)[self.rank], self.disguise, chance, self.room)
