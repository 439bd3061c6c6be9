"""Holds what it is trained with on this very machine, kernels.py or on an accelerator fused.py, against plain.py: what it says of a text, and every slope. Ends with 1 where they part."""

import sys

import fused
import kernels
import plain
import torch
import torch.nn.functional as F
from model import Transformer
from shape import Shape

# Of the length of all slopes of a matrix; bfloat16 alone makes a hundredth to two of it.
NEAR = 0.04


def slopes(model, tokens, mask):
    where = next(model.parameters()).device
    tokens, mask = tokens.to(where), mask.to(where)
    # On an accelerator every place is asked for, and those that matter are chosen from that.
    hidden = model.hidden(tokens[:, :-1])[mask.flatten()] if where.type == "cuda" else model.hidden(tokens[:, :-1], mask)
    loss = F.cross_entropy(model.head(hidden).float(), tokens[:, 1:][mask])
    loss.backward()
    return float(loss), {name: weight.grad.cpu() for name, weight in model.named_parameters()}


def main():
    torch.manual_seed(1)
    shape = Shape(layers=2)
    accelerated = torch.cuda.is_available()
    ours, theirs = Transformer(shape, fused if accelerated else kernels), Transformer(shape, plain)
    with torch.no_grad():
        for weight in ours.parameters():
            weight.mul_(3) if weight.dim() > 1 else weight.add_(torch.randn_like(weight) * 0.1)
    theirs.load_state_dict(ours.state_dict())
    if accelerated:
        ours.to("cuda")
    # Neither rows nor what is asked of them fill the kernels' vectors.
    tokens, mask = torch.randint(0, shape.vocabulary, (3, 84)), torch.rand(3, 83) < 0.3
    (loss, found), (other, wanted) = slopes(ours, tokens, mask), slopes(theirs, tokens, mask)
    far = {name: float((found[name] - one).norm() / one.norm()) for name, one in wanted.items()}
    worst = max(far, key=far.get)
    print(f"here: loss {loss:.4f}, plainly {other:.4f}; slopes within {far[worst]:.1%} ({worst})")
    if abs(loss - other) > NEAR * other or far[worst] > NEAR:
        sys.exit("what it would be trained with is wrong on this machine")


if __name__ == "__main__":
    main()
