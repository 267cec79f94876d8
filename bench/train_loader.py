# SPDX-License-Identifier: Apache-2.0
"""Images per second of PyTorch's DataLoader with torchvision's transforms: train_loader.py FOLDER WORKERS."""
import sys
import time

import torch
from torchvision import datasets, transforms

folder, workers = sys.argv[1], int(sys.argv[2])
torch.set_num_threads(1)
prepare = transforms.Compose([
    transforms.RandomResizedCrop(224), transforms.RandomHorizontalFlip(), transforms.ToTensor(),
    transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))])
loader = torch.utils.data.DataLoader(
    datasets.ImageFolder(folder, prepare), batch_size=16, shuffle=True, num_workers=workers, prefetch_factor=2,
    persistent_workers=True)
for epoch in range(2):  # the first one starts the processes and does not count
    begin, images = time.monotonic(), 0
    for batch, _ in loader:
        images += len(batch)
print(images / (time.monotonic() - begin))
