"""Steps of training on an accelerator. Such a small model is told what to do for longer than it takes to do it: so everything that a step launches is recorded once for each size of batch, and played back."""

import torch
import torch.nn.functional as F

from optimiser import set_rates


class RecordedSteps:
    def __init__(self, model, steppers):
        self.model, self.steppers = model, steppers
        self.device = next(model.parameters()).device
        self.recordings = {}
        # They are played one after the other, so one room serves all; what is to outlast a step lies outside it.
        self.room = torch.cuda.graph_pool_handle()
        self.listening = torch.zeros((), device=self.device)
        self.exact = torch.zeros((), device=self.device)
        self.furnish()

    def furnish(self):
        """Makes what the optimisers keep, by a step of no length: it must be there before anything is recorded."""
        if any(stepper.state for stepper in self.steppers):
            return
        for weight in self.model.parameters():
            weight.grad = torch.zeros_like(weight)
        set_rates(self.steppers, 0.0)
        self.step()
        for stepper in self.steppers:
            for kept in stepper.state.values():
                if "step" in kept:
                    kept["step"].zero_()

    def step(self):
        for stepper in self.steppers:
            stepper.step()
            stepper.zero_grad(set_to_none=True)

    def learn(self, tokens, weights, at: int, listening: bool):
        """One step. The mean loss on the model's own words, still on the accelerator."""
        size = tuple(tokens.shape)
        if size not in self.recordings:
            self.recordings[size] = self.record(tokens.to(self.device), weights.to(self.device))
        recording, *places = self.recordings[size]
        for place, given in zip(places, (tokens, weights)):
            place.copy_(given, non_blocking=True)
        self.listening.fill_(float(listening))
        recording.replay()
        return self.exact.clone()

    def record(self, tokens, weights):
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            # Libraries choose and prepare at the first time what may not be chosen while it is recorded.
            self.slopes(tokens, weights)
            for stepper in self.steppers:
                stepper.zero_grad(set_to_none=True)
        torch.cuda.current_stream().wait_stream(aside)
        recording = torch.cuda.CUDAGraph()
        with torch.cuda.graph(recording, pool=self.room):
            self.slopes(tokens, weights)
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.step()
        return recording, tokens, weights

    def slopes(self, tokens, weights):
        total, exact = loss_everywhere(self.model, tokens, weights, self.listening)
        total.backward()
        self.exact.copy_(exact)


def loss_everywhere(model, tokens, weights, listening):
    """
    The weighted mean of losses, and the plain one of the model's own words. All places are carried through the head, for which of them
    matter is known only where the batch is. `listening`: 1 where what others say is learnt from too, else 0.
    """
    shares = weights[:, 1:].flatten()
    own = shares > 0.99
    logits = model.head(model.hidden(tokens[:, :-1])).float()
    losses = F.cross_entropy(logits, tokens[:, 1:].flatten(), reduction="none")
    share = torch.where(own, shares, shares * listening)
    return (losses * share).sum() / share.sum(), (losses.detach() * own).sum() / own.sum()
