"""Muon for the matrices inside the layers, AdamW for the rest."""

import torch
import torch.distributed as group
from product import is_narrow


def whitened(matrix, rounds: int = 5):
    """The nearest thing to an orthogonal matrix with the same row and column spaces (Newton-Schulz, quintic)."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = (matrix / (matrix.norm() + 1e-7)).to(torch.bfloat16 if is_narrow(matrix) else torch.float32)
    flipped = x.shape[0] > x.shape[1]
    if flipped:
        x = x.t()
    for _ in range(rounds):
        square = x @ x.t()
        x = a * x + (b * square + c * (square @ square)) @ x
    return (x.t() if flipped else x).float()


class Muon(torch.optim.Optimizer):
    """Momentum whose steps are whitened: every direction of a matrix moves alike."""

    def __init__(self, parameters, lr: float, momentum: float = 0.95, weight_decay: float = 0.0):
        super().__init__(parameters, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        """Whitening is dear beside a small step: each worker does its share of the matrices and tells the others."""
        workers, rank = (group.get_world_size(), group.get_rank()) if group.is_initialized() else (1, 0)
        for settings in self.param_groups:
            weights = [one for one in settings["params"] if one.grad is not None]
            steps = []
            for at, weight in enumerate(weights):
                state = self.state[weight]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(weight)
                state["momentum"].lerp_(weight.grad, 1 - settings["momentum"])
                ahead = weight.grad.lerp(state["momentum"], settings["momentum"])
                steps.append(whitened(ahead) if at % workers == rank else torch.zeros_like(weight))
            flat = torch.cat([one.reshape(-1) for one in steps])
            if workers > 1:
                group.all_reduce(flat)
            for weight, step in zip(weights, flat.split([one.numel() for one in weights])):
                size = max(1.0, weight.shape[0] / weight.shape[1]) ** 0.5
                weight.mul_(1 - settings["lr"] * settings["weight_decay"])
                weight.add_(step.view_as(weight), alpha=-settings["lr"] * size)


def optimisers(model, lr: float, matrix_lr: float):
    matrices, others, scales = [], [], []
    for name, weight in model.named_parameters():
        if weight.dim() < 2:
            scales.append(weight)
        elif name.startswith("layers."):
            matrices.append(weight)
        else:
            others.append(weight)
    return [
        Muon(matrices, lr=matrix_lr, weight_decay=0.01),
        torch.optim.AdamW(
            [{"params": others, "weight_decay": 0.01}, {"params": scales, "weight_decay": 0.0}],
            lr=lr,
            betas=(0.9, 0.95),
        ),
    ]
