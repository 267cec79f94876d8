# SPDX-License-Identifier: Apache-2.0
"""Median milliseconds of a PyTorch training step and peak memory: train_step.py NET STEPS THREADS."""
import resource
import statistics
import sys
import time

import torch
from torchvision import models

name, steps, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
torch.set_num_threads(threads)
torch.manual_seed(1)
net = {"resnet18": models.resnet18, "mobilenetv3": models.mobilenet_v3_large}[name](weights=None)
optimiser = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
images, labels = torch.randn(16, 3, 224, 224), torch.randint(0, 10, (16,))
times = []
for step in range(steps + 1):
    begin = time.monotonic()
    optimiser.zero_grad()
    torch.nn.functional.cross_entropy(net(images), labels).backward()
    optimiser.step()
    times.append(1e3 * (time.monotonic() - begin))
print(statistics.median(times[1:]), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
