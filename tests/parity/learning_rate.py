# SPDX-License-Identifier: Apache-2.0
"""The learning rate of each update in trainstep and in PyTorch's schedulers: learning_rate.py PARITY_LEARNING_RATE."""
import math
import subprocess
import sys

import torch
from torch.optim import lr_scheduler


def schedulers(optimizer, schedule, warmup, updates):
    """As a training script chains them."""
    rest = max(1, updates - warmup)
    after = {
        "constant": lambda: lr_scheduler.ConstantLR(optimizer, factor=1.0, total_iters=0),
        "step": lambda: lr_scheduler.StepLR(optimizer, step_size=math.ceil(rest / 3), gamma=0.1),
        "cosine": lambda: lr_scheduler.CosineAnnealingLR(optimizer, T_max=rest),
    }[schedule]
    if warmup == 0:
        return after()
    first = lr_scheduler.LinearLR(optimizer, start_factor=0.01, total_iters=warmup)
    return lr_scheduler.SequentialLR(optimizer, [first, after()], milestones=[warmup])


def rates(schedule, warmup, updates):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    scheduler, values = schedulers(optimizer, schedule, warmup, updates), []
    for _ in range(updates):
        values.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return values


good = True
for schedule in ("constant", "step", "cosine"):
    for warmup, updates in ((0, 1), (0, 90), (10, 90), (5, 23), (1, 7), (9, 9)):
        printed = subprocess.run([sys.argv[1], schedule, str(warmup), str(updates)], check=True, capture_output=True, text=True)
        mine = [float(line) for line in printed.stdout.split()]
        theirs = rates(schedule, warmup, updates)
        worst = max(abs(a - b) for a, b in zip(mine, theirs))
        if len(mine) != len(theirs) or worst > 1e-12:
            print(f"{schedule} {warmup} {updates}: {worst:.1e}")
            good = False
sys.exit(0 if good else 1)
