"""Says how far a training is and how long it still takes: a line for people, and the same figures in `log.jsonl`."""

import json
import time
from pathlib import Path

# Steps between two lines.
EVERY = 20


class Progress:
    """`spent` and `seen` are what an earlier run of the same training took and read: seconds and tokens."""

    def __init__(self, run: Path, tokens: int, spent: float, seen: int, telling: bool):
        self.tokens, self.telling = tokens, telling
        self.before, self.begun, self.seen_before = spent, time.time(), seen
        self.recent = []
        self.log = open(run / "log.jsonl", "a") if telling else None

    def here(self) -> float:
        return time.time() - self.begun

    def spent(self) -> float:
        return self.before + self.here()

    def step(self, at: int, seen: int, loss, rate: float):
        """`loss` may still be on its way from an accelerator: it is asked for only where a line is told."""
        if not self.telling:
            return
        self.recent.append(loss)
        if at % EVERY > 0:
            return
        # By this run's own speed: another machine may have made the part before.
        speed = (seen - self.seen_before) / self.here()
        left = (self.tokens - seen) / speed
        mean = float(sum(self.recent)) / len(self.recent)
        self.recent = []
        figures = dict(
            step=at,
            tokens=seen,
            loss=round(mean, 4),
            rate=round(rate, 3),
            tokens_a_second=round(speed),
            minutes=round(self.spent() / 60, 1),
            minutes_left=round(left / 60, 1),
        )
        print(json.dumps(figures), file=self.log, flush=True)
        print(
            f"{seen / 1e6:6.2f} of {self.tokens / 1e6:.0f} million tokens, loss {mean:.4f}, {speed:,.0f} tokens/s, "
            f"{self.spent() / 60:.0f} min so far, about {left / 60:.0f} left",
            flush=True,
        )
