# SPDX-License-Identifier: Apache-2.0
import sys

import torch
import wattline
from fastai.basics import DataLoader, DataLoaders, Learner
from fastai.callback.all import GradientAccumulation

data = [(torch.randn(64), torch.randint(4, ())) for _ in range(320)]
loaders = DataLoaders(DataLoader(data, bs=16, shuffle=True), DataLoader(data[:64], bs=16), device="cpu")
net = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.ReLU(), torch.nn.Linear(256, 4))
learn = Learner(loaders, net, torch.nn.CrossEntropyLoss(), cbs=[GradientAccumulation(32), wattline.fastai(sys.argv[1])])
with learn.no_bar(), learn.no_logging():
    learn.fit_one_cycle(2)
print("steps", learn.opt.state[net[0].weight]["step"], "epochs", 2, "validation", 2)
