# SPDX-License-Identifier: Apache-2.0
"""Training steps of PyTorch in pieces: train_step.py NET STEPS THREADS. For each line on stdin it trains 1 + STEPS
times and prints the milliseconds of the latter; in the end its peak memory in bytes and its page faults. Settings:
DEVICE=cpu BATCH=16"""
import os
import resource
import sys
import time

import torch
from torchvision import models

name, steps, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
device, batch = os.environ.get("DEVICE", "cpu"), int(os.environ.get("BATCH", "16"))
torch.set_num_threads(threads)
torch.manual_seed(1)
net = {"resnet18": models.resnet18, "mobilenetv3": models.mobilenet_v3_large}[name](weights=None).to(device)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
images, labels = torch.randn(batch, 3, 224, 224).to(device), torch.randint(0, 10, (batch,)).to(device)


def now():
    if device == "cuda":
        torch.cuda.synchronize()
    return time.monotonic()


def step():
    begin = now()
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(net(images), labels).backward()
    optimizer.step()
    return 1e3 * (now() - begin)


for _ in sys.stdin:
    print(*[step() for _ in range(1 + steps)][1:], flush=True)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(usage.ru_maxrss * 1024, usage.ru_minflt, flush=True)
