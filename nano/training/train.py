"""Trains kestrel-nano. On processors the same for the same corpus and number of workers; goes on where it was stopped.

    train.py CORPUS_FOLDER RUN_FOLDER [--tokens 102000000] [--workers 2] [--shape '{"width": 192}'] [--further WEIGHTS]

On an accelerator that torch sees it is one worker; else one per core.
"""

import argparse
import json
import os
import time
from itertools import count
from pathlib import Path

import torch
import torch.distributed as group
import torch.multiprocessing as processes
from torch.utils.data import DataLoader

import fused
import kernels
from batches import Corpus, Reading, coarsely, evenly
from disguise import Disguise
from gguf_weights import weights_of
from model import Transformer
from optimiser import optimisers, set_rates
from progress import Progress
from recorded import RecordedSteps
from shape import Shape
from steps import Steps


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--parts", default="part-*")
    parser.add_argument("--tokens", type=int, default=102_000_000, help="read in all; the rate is planned by them")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tokens-per-step", type=int, help="9216, and 16384 on an accelerator")
    parser.add_argument("--disguised", type=float, default=0.5, help="the share of conversations in other letters")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--matrix-lr", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--port", type=int, default=29_511)
    parser.add_argument("--shape", type=json.loads, default={}, help="what is to be another than in shape.py")
    parser.add_argument("--until", type=int, help="stop when so many are read, and keep what there is; for trials")
    parser.add_argument("--further", type=Path, help="go on from these weights instead of from none: a model.pt, or a file in 8-bit blocks")
    parser.add_argument("--begin", type=float, default=0.467, help="the share of the full rate that going on begins with")
    given = parser.parse_args()
    if torch.cuda.is_available():
        given.workers = 1
    given.tokens_per_step = given.tokens_per_step or (16_384 if torch.cuda.is_available() else 9_216)
    return given


# The share of the way at the full rate, in which it learns from what others say too: so it comes to read, and to copy.
FIRST = 0.36
# What the rate begins with after it. Nobody can foretell what others say, and near the end that is most of the loss: it would move the
# weights more than its own words do. Without it every step is wholly about them, and the full rate is too much.
SECOND = 0.6


def rate(done: float, begin: float | None) -> float:
    """The learning rate's share: full at first, then down in a line to 1 %. From `begin` on for weights that were trained to their end before."""
    if begin is not None:
        return max(0.01, begin * (1 - done))
    return 1.0 if done < FIRST else max(0.01, SECOND * (1 - done) / (1 - FIRST))


def work(rank: int, settings):
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(settings.seed)
    accelerated = torch.cuda.is_available()
    device = torch.device("cuda" if accelerated else "cpu")
    several = settings.workers > 1
    if several:
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(settings.port))
        group.init_process_group("gloo", rank=rank, world_size=settings.workers)
    corpus = Corpus(settings.corpus, settings.parts, coarsely if accelerated else evenly)
    shape = Shape(**settings.shape)
    disguise = Disguise(settings.corpus / "vocabulary.json", corpus, settings.disguised)
    reading = Reading(
        corpus, disguise, settings.tokens_per_step, settings.workers, rank, settings.seed, roomy=accelerated
    )
    model = Transformer(shape, fused if accelerated else kernels)
    if settings.further:
        model.load_state_dict(weights_of(settings.further)["model"])
    model.to(device)
    steppers = optimisers(model, settings.lr, settings.matrix_lr)
    kept = settings.run / "state.pt"
    at, spent, seen = 0, 0.0, 0
    if kept.exists():
        state = torch.load(kept, map_location=device)
        if state["shape"] != shape.as_dict():
            raise SystemExit(f"{kept} is of another shape. Begin again with --anew.")
        model.load_state_dict(state["model"])
        for stepper, saved in zip(steppers, state["steppers"]):
            stepper.load_state_dict(saved)
        at, spent, seen = state["at"], state["spent"], state["seen"]
    steps = (RecordedSteps if accelerated else Steps)(model, steppers)
    progress = Progress(settings.run, settings.tokens, spent, seen, telling=rank == 0)
    last_kept = time.time()
    for tokens, weights in batches_of(reading, at, accelerated):
        done = seen / settings.tokens
        if seen >= (settings.until or settings.tokens):
            break
        share = rate(done, settings.begin if settings.further else None) * min(1.0, (at + 1) / 60)
        set_rates(steppers, share)
        listening = done < FIRST and settings.further is None
        exact = steps.learn(tokens, weights, at, listening)
        seen += reading.many(at)
        at += 1
        progress.step(at, seen, exact, share)
        if rank == 0 and time.time() - last_kept > 120:
            last_kept = time.time()
            keep(kept, model, steppers, at, progress.spent(), seen)
    if rank == 0:
        keep(kept, model, steppers, at, progress.spent(), seen)
        torch.save(dict(shape=shape.as_dict(), model=model.state_dict()), settings.run / "model.pt")
    if several:
        group.barrier()


def batches_of(reading: Reading, first: int, accelerated: bool):
    """Without end, from step `first` on. An accelerator reads faster than one core can lay out for it."""
    ahead = dict(num_workers=max(1, len(os.sched_getaffinity(0)) - 2), prefetch_factor=8, pin_memory=True)
    return DataLoader(reading, sampler=count(first), batch_size=None, **(ahead if accelerated else {}))


def keep(path: Path, model, steppers, at: int, spent: float, seen: int):
    half = path.with_suffix(".half")
    steppers = [one.state_dict() for one in steppers]
    state = dict(shape=model.shape.as_dict(), model=model.state_dict(), steppers=steppers, at=at, spent=spent, seen=seen)
    torch.save(state, half)
    half.replace(path)


if __name__ == "__main__":
    given = arguments()
    given.run.mkdir(parents=True, exist_ok=True)
    if given.workers == 1:
        work(0, given)
    else:
        processes.spawn(work, args=(given,), nprocs=given.workers)
