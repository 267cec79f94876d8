# SPDX-License-Identifier: Apache-2.0
import sys

import torch
import wattline

torch.distributed.init_process_group("gloo")
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(64, 4))
data = torch.utils.data.TensorDataset(torch.randn(320, 64), torch.randint(4, (320,)))
loader = torch.utils.data.DataLoader(data, batch_size=16, sampler=torch.utils.data.DistributedSampler(data))
for epoch in range(2):
    for images, labels in wattline.steps(loader, sys.argv[1]):
        model.zero_grad()
        torch.nn.functional.cross_entropy(model(images), labels).backward()
if torch.distributed.get_rank() == 0:
    print("steps", 2 * len(loader), "epochs", 2, "validation", 0)
torch.distributed.destroy_process_group()
