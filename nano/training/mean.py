"""The mean of weights that were led on from one another: often better than each, for what each has forgotten is another thing.

    mean.py OUT SOURCE[=SHARE]...

A source is a model or a state of a training, or an exported file in 8-bit blocks. Shares need not add up to one; without any all
count alike.
"""

import sys
from pathlib import Path

import torch

from gguf_weights import weights_of


def main(out: Path, given: list[str]):
    named = [one.rpartition("=") if "=" in one else (one, "", "1") for one in given]
    found = [weights_of(Path(name)) for name, _, _ in named]
    shares = [float(share) for _, _, share in named]
    shapes = [one["shape"] for one in found]
    if any(shape != shapes[0] for shape in shapes):
        raise SystemExit("these are of different shapes")
    weights = [one["model"] for one in found]
    mean = {
        name: sum(share * one[name] for share, one in zip(shares, weights)) / sum(shares) for name in weights[0]
    }
    torch.save(dict(shape=shapes[0], model=mean), out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
