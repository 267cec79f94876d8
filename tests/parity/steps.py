# SPDX-License-Identifier: Apache-2.0
"""One step of every network in trainstep and in PyTorch from the same weights and samples: steps.py PARITY_STEPS."""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
from torch.nn import functional as F
from torchvision import models

import detection
import networks

torch.set_num_threads(1)
TOLERANCE = 1e-4


def cross_entropy(net, fields):
    return F.cross_entropy(net(fields[0]), fields[1])


def span_loss(net, fields):
    scores = net(*fields[:3])
    return (F.cross_entropy(scores[..., 0], fields[3]) + F.cross_entropy(scores[..., 1], fields[4])) / 2


def language_loss(net, fields):
    return F.cross_entropy(net(fields[0]), fields[1].flatten())


CASES = {
    "lenet": (networks.lenet, cross_entropy),
    "resnet18": (lambda: models.resnet18(weights=None), cross_entropy),
    "resnet18-cifar": (networks.resnet18_cifar, cross_entropy),
    "resnet50": (lambda: models.resnet50(weights=None), cross_entropy),
    "mobilenetv3": (lambda: models.mobilenet_v3_large(weights=None, dropout=0.0), cross_entropy),
    "mobilenetv3-203": (networks.mobilenet_first_version, cross_entropy),
    "bert": (networks.bert, span_loss),
    "lstm": (networks.lstm, language_loss),
}


def dump(program, name, folder):
    subprocess.run([program, name, folder], check=True)
    folder, fields = pathlib.Path(folder), []
    for shape in sorted(folder.glob("field*.txt")):
        kind, *extents = shape.read_text().split()
        data = np.fromfile(shape.with_suffix(".bin"), kind).reshape([int(e) for e in extents])
        fields.append(torch.from_numpy(data))
    before, after = (torch.jit.load(str(folder / f"{when}.pt")) for when in ("before", "after"))
    return fields, before, after, float((folder / "loss.txt").read_text())


def load_weights(net, archive):
    own, theirs = dict(net.named_parameters()), dict(archive.named_parameters())
    assert own.keys() == theirs.keys(), sorted(own.keys() ^ theirs.keys())
    with torch.no_grad():
        for name, parameter in own.items():
            parameter.copy_(theirs[name])


def relative(a, b):
    return abs(a - b) / max(abs(b), 1e-12)


def check_step(program, name, make, loss_of):
    with tempfile.TemporaryDirectory() as folder:
        fields, before, after, loss = dump(program, name, folder)
        net = make().train()
        for part in net.modules():
            if isinstance(part, torch.nn.Dropout):
                part.p = 0.0
        load_weights(net, before)
        optimiser = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
        mine = loss_of(net, fields)
        mine.backward()
        optimiser.step()
        worst = 0.0
        for pair in zip(net.parameters(), (dict(after.named_parameters())[n] for n, _ in net.named_parameters())):
            worst = max(worst, float((pair[0] - pair[1]).abs().max() / pair[1].abs().max().clamp_min(1e-6)))
        print(f"{name}\t{loss:.6f}\t{float(mine):.6f}\t{worst:.2e}")
        return relative(loss, float(mine)) < TOLERANCE and worst < TOLERANCE


def check_detection(program):
    with tempfile.TemporaryDirectory() as folder:
        fields, before, _, loss = dump(program, "yolov8n", folder)
        net = networks.yolov8n().train()
        load_weights(net, before)
        with torch.no_grad():
            maps = [m.numpy() for m in net(fields[0])]
        pieces = detection.loss(maps, fields[1].numpy())
        mine = (7.5 * pieces["box"] + 0.5 * pieces["classes"] + 1.5 * pieces["distribution"]) * len(fields[1])
        print(f"yolov8n\t{loss:.6f}\t{mine:.6f}\t{pieces}")
        return relative(loss, mine) < TOLERANCE


good = [check_step(sys.argv[1], name, *case) for name, case in CASES.items()]
good.append(check_detection(sys.argv[1]))
sys.exit(0 if all(good) else 1)
