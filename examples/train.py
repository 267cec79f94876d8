#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Step rows of a PyTorch loop: the lines marked "row" are all that a training script of your own needs.
#   powerlog -o power.tsv -- examples/train.py 100 > steps.tsv   # as many epochs as take 10 s or more
#   joules --by phase power.tsv < steps.tsv                      # joules and number of counted steps
#   wattcheck --profile quick power.tsv steps.tsv
# For the rules of a paper, record at least 60 s, also the load, and the version of PyTorch beside the steps:
#   printf 'name\tvalue\ntorch\t%s\n' "$(python3 -c 'import torch; print(torch.__version__)')" > steps.tsv.meta
#   powerlog -o power.tsv -- loadlog --cmd -i 1s -o load.tsv -- examples/train.py 1000 > steps.tsv
#   wattcheck power.tsv steps.tsv load.tsv
# On an emulated board (jetsim mount --load host ...), joules needs --allow-mixed and wattcheck --allow-emulated.
import sys
import time  # row

if len(sys.argv) > 2 or not all(argument.isdigit() for argument in sys.argv[1:]):
    print("usage: train.py [EPOCHS]", file=sys.stderr)
    sys.exit(64)
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
loss_of = torch.nn.CrossEntropyLoss()
images, labels = torch.randn(4096, 256), torch.randint(10, (4096,))

print("start_mono_s\tend_mono_s\ttime_s\tepoch\tstep\tphase\tstep_ms\tsource")  # row
for epoch in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
    start = time.monotonic()  # row
    for step, sample in enumerate(torch.randperm(4096).split(64)):
        optimizer.zero_grad()
        loss_of(model(images[sample].to(device)), labels[sample].to(device)).backward()
        optimizer.step()
        if device == "cuda":
            torch.cuda.synchronize()  # row: a GPU is done only now
        end, phase = time.monotonic(), "counted" if step > 0 else "first"  # row
        row = f"{start:.6f}\t{end:.6f}\t{time.time():.6f}\t{epoch}\t{step}\t{phase}\t{1e3 * (end - start):.3f}"  # row
        print(row, "measured", sep="\t", flush=True)  # row
        start = end  # row
