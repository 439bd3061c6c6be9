"""The mean of weights that were led on from one another: often better than each, for what each has forgotten is another thing.

    mean.py OUT MODEL_OR_STATE...
"""

import sys
from pathlib import Path

import torch


def main(out: Path, sources: list[Path]):
    found = [torch.load(source, map_location="cpu") for source in sources]
    shapes = [one["shape"] for one in found]
    if any(shape != shapes[0] for shape in shapes):
        raise SystemExit("these are of different shapes")
    weights = [one["model"] for one in found]
    mean = {name: sum(one[name] for one in weights) / len(weights) for name in weights[0]}
    torch.save(dict(shape=shapes[0], model=mean), out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(source) for source in sys.argv[2:]])
