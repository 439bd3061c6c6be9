"""Steps of training on processors, of which each does its share of a batch and tells the others."""

import torch
import torch.distributed as group
import torch.nn.functional as F

# Of what others say, one token in so many is learnt from at a step, with as much more weight: the head is a tenth of the work.
OVERHEARD = 3


class Steps:
    def __init__(self, model, steppers):
        self.model, self.steppers = model, steppers
        self.weights = list(model.parameters())

    def learn(self, tokens, weights, at: int, listening: bool):
        """One step. The mean loss on the model's own words."""
        total, weight, exact = loss_of(self.model, tokens, weights, at, listening)
        total.backward()
        flat = torch.cat([one.grad.reshape(-1) for one in self.weights] + [weight.reshape(1)])
        if group.is_initialized():
            group.all_reduce(flat)
        flat[:-1] /= flat[-1]
        scale = min(1.0, 1.0 / (float(flat[:-1].norm()) + 1e-6))
        for one, slope in zip(self.weights, flat.split([*(one.numel() for one in self.weights), 1])):
            one.grad.copy_(slope.view_as(one)).mul_(scale)
        for stepper in self.steppers:
            stepper.step()
            stepper.zero_grad(set_to_none=True)
        return exact.mean()


def loss_of(model, tokens, weights, at: int, listening: bool):
    """The sum of weighted losses, and the weight: only what teaches something is carried through the head."""
    shares = weights[:, 1:]
    whole = shares > 0.99
    places = torch.arange(shares.shape[1])
    heard = (shares > 0) & ~whole & ((places + at) % OVERHEARD == 0) & listening
    wanted = whole | heard
    share = torch.where(whole, shares, shares * OVERHEARD)[wanted]
    hidden = model.hidden(tokens[:, :-1], wanted)
    losses = F.cross_entropy(model.head(hidden).float(), tokens[:, 1:][wanted], reduction="none")
    return (losses * share).sum(), share.sum(), losses[whole[wanted]].detach()
