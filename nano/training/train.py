"""Trains kestrel-nano. The same for the same corpus and number of workers; goes on where it was stopped.

    train.py CORPUS_FOLDER RUN_FOLDER [--tokens 102000000] [--workers 2] [--shape '{"width": 192}'] [--further FILE.gguf]

On an accelerator that torch sees it is one worker; else one per core.
"""

import argparse
import json
import os
import time
from pathlib import Path

import numpy
import torch
import torch.distributed as group
import torch.multiprocessing as processes
import torch.nn.functional as F

import kernels
import plain
from batches import Corpus
from disguise import Disguise
from gguf_weights import read_weights
from model import Transformer
from optimiser import optimisers
from progress import Progress
from shape import Shape


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--parts", default="part-*")
    parser.add_argument("--tokens", type=int, default=102_000_000, help="read in all; the rate is planned by them")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tokens-per-step", type=int, default=9_216)
    parser.add_argument("--disguised", type=float, default=0.5, help="the share of conversations in other letters")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--matrix-lr", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--port", type=int, default=29_511)
    parser.add_argument("--shape", type=json.loads, default={}, help="what is to be another than in shape.py")
    parser.add_argument("--until", type=int, help="stop when so many are read, and keep what there is; for trials")
    parser.add_argument("--further", type=Path, help="go on from the weights of this file, in 8-bit blocks, instead of from none")
    given = parser.parse_args()
    if torch.cuda.is_available():
        given.workers = 1
    return given


# The share of the way at the full rate, in which it learns from what others say too: so it comes to read, and to copy.
FIRST = 0.36
# What the rate begins with after it. Nobody can foretell what others say, and near the end that is most of the loss: it would move the
# weights more than its own words do. Without it every step is wholly about them, and the full rate is too much.
SECOND = 0.6
# And what it begins with for weights that were trained to their end before.
FURTHER = 0.467


def rate(done: float, further: bool) -> float:
    """The learning rate's share: full at first, then down in a line to 1 %."""
    if further:
        return max(0.01, FURTHER * (1 - done))
    return 1.0 if done < FIRST else max(0.01, SECOND * (1 - done) / (1 - FIRST))


# Of what others say, one token in so many is learnt from at a step, with as much more weight: the head is a tenth of the work.
OVERHEARD = 3


def loss_of(model, tokens, weights, at: int, listening: bool):
    """The sum of weighted losses, and the weight: only what teaches something is carried through the head."""
    shares = weights[:, 1:]
    whole = shares > 0.99
    places = torch.arange(shares.shape[1], device=shares.device)
    heard = (shares > 0) & ~whole & ((places + at) % OVERHEARD == 0) & listening
    wanted = whole | heard
    share = torch.where(whole, shares, shares * OVERHEARD)[wanted]
    hidden = model.hidden(tokens[:, :-1], wanted)
    losses = F.cross_entropy(model.head(hidden).float(), tokens[:, 1:][wanted], reduction="none")
    return (losses * share).sum(), share.sum(), losses[whole[wanted]].detach()


def work(rank: int, settings):
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(settings.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    several = settings.workers > 1
    if several:
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(settings.port))
        group.init_process_group("gloo", rank=rank, world_size=settings.workers)
    corpus = Corpus(settings.corpus, settings.parts)
    shape = Shape(**settings.shape)
    disguise = Disguise(settings.corpus / "vocabulary.json", corpus, settings.disguised)
    model = Transformer(shape, plain if device.type == "cuda" else kernels)
    if settings.further:
        read_weights(settings.further, model)
    model.to(device)
    steppers = optimisers(model, settings.lr, settings.matrix_lr)
    base = [[one["lr"] for one in stepper.param_groups] for stepper in steppers]
    steps = corpus.batches(settings.tokens_per_step, settings.workers, settings.seed)
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
    progress = Progress(settings.run, settings.tokens, spent, seen, telling=rank == 0)
    last_kept = time.time()
    weights_of = list(model.parameters())
    while seen < (settings.until or settings.tokens):
        done = seen / settings.tokens
        share = rate(done, settings.further is not None) * min(1.0, (at + 1) / 60)
        for stepper, lrs in zip(steppers, base):
            for one, lr in zip(stepper.param_groups, lrs):
                one["lr"] = lr * share
        rows = steps[at % len(steps)]
        chance = numpy.random.default_rng((settings.seed, at, rank))
        tokens, weights = (one.to(device) for one in corpus.batch(rows[rank], disguise, chance))
        listening = done < FIRST and settings.further is None
        total, weight, exact = loss_of(model, tokens, weights, at, listening)
        total.backward()
        flat = torch.cat([one.grad.reshape(-1) for one in weights_of] + [weight.reshape(1), total.detach().reshape(1)])
        if several:
            group.all_reduce(flat)
        flat[:-2] /= flat[-2]
        scale = min(1.0, 1.0 / (float(flat[:-2].norm()) + 1e-6))
        place = 0
        for one in weights_of:
            one.grad.copy_(flat[place : place + one.numel()].view_as(one)).mul_(scale)
            place += one.numel()
        for stepper in steppers:
            stepper.step()
            stepper.zero_grad(set_to_none=True)
        at += 1
        seen += sum(int(corpus.lengths[one].sum()) for one in rows)
        progress.step(at, seen, float(exact.mean()), share)
        if rank == 0 and time.time() - last_kept > 120:
            last_kept = time.time()
            keep(kept, model, steppers, at, progress.spent(), seen)
    if rank == 0:
        keep(kept, model, steppers, at, progress.spent(), seen)
        torch.save(dict(shape=shape.as_dict(), model=model.state_dict()), settings.run / "model.pt")
    if several:
        group.barrier()


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
