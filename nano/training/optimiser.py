"""Muon for the matrices inside the layers, AdamW for the rest."""

import torch
import torch.distributed as group
from product import is_narrow


def whitened(matrices, rounds: int = 5):
    """Of each, a matrix or several of one shape, the nearest thing to an orthogonal one with the same row and column spaces (Newton-Schulz, quintic)."""
    a, b, c = 3.4445, -4.7750, 2.0315
    length = matrices.square().sum((-2, -1), keepdim=True).sqrt()
    x = (matrices / (length + 1e-7)).to(torch.bfloat16 if is_narrow(matrices) else torch.float32)
    flipped = x.shape[-2] > x.shape[-1]
    if flipped:
        x = x.transpose(-2, -1)
    for _ in range(rounds):
        square = x @ x.transpose(-2, -1)
        x = a * x + (b * square + c * (square @ square)) @ x
    return (x.transpose(-2, -1) if flipped else x).float()


class Muon(torch.optim.Optimizer):
    """Momentum whose steps are whitened: every direction of a matrix moves alike."""

    def __init__(self, parameters, lr, momentum: float = 0.95, weight_decay: float = 0.0):
        super().__init__(parameters, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        """Whitening is dear beside a small step: each worker does its share of the matrices and tells the others."""
        workers, rank = (group.get_world_size(), group.get_rank()) if group.is_initialized() else (1, 0)
        for settings in self.param_groups:
            alike = by_shape(one for one in settings["params"] if one.grad is not None)
            steps = []
            for weights in alike:
                slopes = torch.stack([one.grad for one in weights])
                state = self.state[weights[0]]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(slopes)
                state["momentum"].lerp_(slopes, 1 - settings["momentum"])
                steps.append(self.share_of(slopes.lerp(state["momentum"], settings["momentum"]), rank, workers))
            flat = torch.cat([one.reshape(-1) for one in steps])
            if workers > 1:
                group.all_reduce(flat)
            for weights, step in zip(alike, flat.split([one.numel() for one in steps])):
                size = max(1.0, weights[0].shape[0] / weights[0].shape[1]) ** 0.5
                step = step.view(len(weights), *weights[0].shape) * (settings["lr"] * size)
                for weight, mine in zip(weights, step):
                    weight.mul_(1 - settings["lr"] * settings["weight_decay"]).sub_(mine)

    @staticmethod
    def share_of(ahead, rank: int, workers: int):
        """Those of this worker whitened, nought for the others'. On an accelerator all at once: there it is the launching that is dear."""
        if ahead.is_cuda:
            return whitened(ahead)
        return torch.stack([whitened(one) if at % workers == rank else torch.zeros_like(one) for at, one in enumerate(ahead)])


def by_shape(weights):
    found = {}
    for one in weights:
        found.setdefault(tuple(one.shape), []).append(one)
    return list(found.values())


def optimisers(model, lr: float, matrix_lr: float):
    """On an accelerator a rate lies there too, so that a recorded step reads what it is by then."""
    matrices, others, scales = [], [], []
    for name, weight in model.named_parameters():
        if weight.dim() < 2:
            scales.append(weight)
        elif name.startswith("layers."):
            matrices.append(weight)
        else:
            others.append(weight)
    there = others[0].device
    recorded = there.type == "cuda"
    at_hand = lambda rate: torch.tensor(rate, device=there) if recorded else rate
    found = [
        Muon(matrices, lr=at_hand(matrix_lr), weight_decay=0.01),
        torch.optim.AdamW(
            [{"params": others, "weight_decay": 0.01}, {"params": scales, "weight_decay": 0.0}],
            lr=at_hand(lr),
            betas=(0.9, 0.95),
            capturable=recorded,
        ),
    ]
    for stepper, full in zip(found, (matrix_lr, lr)):
        for one in stepper.param_groups:
            one["full"] = full
    return found


def set_rates(steppers, share: float):
    """Each group's rate is `share` of its full one."""
    for one in (one for stepper in steppers for one in stepper.param_groups):
        if isinstance(one["lr"], torch.Tensor):
            one["lr"].fill_(one["full"] * share)
        else:
            one["lr"] = one["full"] * share
