# SPDX-License-Identifier: Apache-2.0
import sys

import torch
import wattline

model, loss_of = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.ReLU(), torch.nn.Linear(256, 4)), torch.nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
data = torch.utils.data.TensorDataset(torch.randn(320, 64), torch.randint(4, (320,)))
loader = torch.utils.data.DataLoader(data, batch_size=16, shuffle=True, num_workers=2)
count = validated = 0
for epoch in range(2):
    for images, labels in wattline.steps(loader, sys.argv[1]):
        optimizer.zero_grad()
        loss_of(model(images), labels).backward()
        optimizer.step()
        count += 1
    with torch.no_grad():
        for images, labels in wattline.steps(loader, sys.argv[1], phase="validation"):
            loss_of(model(images), labels)
            validated += 1
print("steps", count, "epochs", 2, "validation", validated)
