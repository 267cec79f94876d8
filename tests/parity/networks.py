# SPDX-License-Identifier: Apache-2.0
"""PyTorch's versions of trainstep's networks, written from the papers, with trainstep's names of parameters."""
import math

import torch
from torch import nn
from torch.nn import functional as F
from torchvision import models


def lenet():
    class LeNet(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1, self.conv2 = nn.Conv2d(1, 6, 5, padding=2), nn.Conv2d(6, 16, 5)
            self.fc1, self.fc2, self.fc3 = nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, 10)

        def forward(self, x):
            x = F.max_pool2d(self.conv1(x).relu(), 2)
            x = F.max_pool2d(self.conv2(x).relu(), 2).flatten(1)
            return self.fc3(self.fc2(self.fc1(x).relu()).relu())

    return LeNet()


def resnet18_cifar():
    net = models.resnet18(num_classes=10, norm_layer=lambda channels: nn.GroupNorm(channels, channels))
    net.conv1, net.maxpool = nn.Conv2d(3, 64, 3, padding=1, bias=False), nn.Identity()
    return net


def mobilenet_first_version():
    rows = [(3, 16, 16, 0, 0, 1), (3, 64, 24, 0, 0, 2), (3, 72, 24, 0, 0, 1), (5, 72, 40, 1, 0, 2), (5, 120, 40, 1, 0, 1),
            (5, 120, 40, 1, 0, 1), (3, 240, 80, 0, 1, 2), (3, 200, 80, 0, 1, 1), (3, 184, 80, 0, 1, 1), (3, 184, 80, 0, 1, 1),
            (3, 480, 112, 1, 1, 1), (3, 672, 112, 1, 1, 1), (5, 672, 160, 1, 1, 1), (5, 672, 160, 1, 1, 2),
            (5, 960, 160, 1, 1, 1)]

    def unit(i, o, k, s, g, act, bias):
        layers = [nn.Conv2d(i, o, k, s, k // 2, groups=g, bias=bias), nn.BatchNorm2d(o, 1e-3, 0.01)]
        return nn.Sequential(*layers, *([act()] if act else []))

    class Squeeze(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.fc1, self.fc2 = nn.Conv2d(c, c // 4, 1), nn.Conv2d(c // 4, c, 1)

        def forward(self, x):
            return x * F.hardsigmoid(self.fc2(self.fc1(x.mean((2, 3), True)).relu()))

    class Block(nn.Module):
        def __init__(self, i, k, e, o, se, hs, s):
            super().__init__()
            act = nn.Hardswish if hs else nn.ReLU
            parts = [unit(i, e, 1, 1, 1, act, False), unit(e, e, k, s, e, act, True)]
            self.block = nn.Sequential(*parts, *([Squeeze(e)] if se else []), unit(e, o, 1, 1, 1, None, True))
            self.same = s == 1 and i == o

        def forward(self, x):
            return x + self.block(x) if self.same else self.block(x)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            parts, i = [unit(3, 16, 3, 2, 1, nn.Hardswish, True)], 16
            for k, e, o, se, hs, s in rows:
                parts.append(Block(i, k, e, o, se, hs, s))
                i = o
            self.features = nn.Sequential(*parts, unit(160, 960, 1, 1, 1, nn.Hardswish, True))
            self.classifier = nn.Sequential(nn.Linear(960, 1280), nn.Hardswish(), nn.Identity(), nn.Linear(1280, 203))

        def forward(self, x):
            return self.classifier(self.features(x).mean((2, 3)))

    return Net()


def bert(vocabulary=200, hidden=128, layers=2, heads=2):
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            for name in ("query", "key", "value", "attended"):
                setattr(self, name, nn.Linear(hidden, hidden))
            self.inner, self.outer = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)
            self.norm1, self.norm2 = nn.LayerNorm(hidden, 1e-12), nn.LayerNorm(hidden, 1e-12)

        def forward(self, x, mask):
            b, n, _ = x.shape
            q, k, v = (f(x).view(b, n, heads, -1).permute(0, 2, 1, 3) for f in (self.query, self.key, self.value))
            p = (torch.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(hidden / heads) + mask).softmax(-1)
            x = self.norm1(x + self.attended(torch.einsum("bhij,bhjd->bhid", p, v).permute(0, 2, 1, 3).reshape(b, n, -1)))
            return self.norm2(x + self.outer(F.gelu(self.inner(x))))

    class Bert(nn.Module):
        def __init__(self):
            super().__init__()
            self.words = nn.Embedding(vocabulary, hidden, padding_idx=0)
            self.positions, self.types = nn.Embedding(512, hidden), nn.Embedding(2, hidden)
            self.norm, self.span = nn.LayerNorm(hidden, 1e-12), nn.Linear(hidden, 2)
            self.layers = nn.ModuleList(Layer() for _ in range(layers))

        def forward(self, ids, mask, types):
            x = self.norm(self.words(ids) + self.positions.weight[: ids.shape[1]] + self.types(types))
            for layer in self.layers:
                x = layer(x, (1 - mask.float())[:, None, None] * -1e4)
            return self.span(x)

    return Bert()


def lstm(vocabulary=60, hidden=32):
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(vocabulary, hidden)
            self.rnn = nn.LSTM(hidden, hidden, 2, batch_first=True)
            self.bias = nn.Parameter(torch.zeros(vocabulary))

        def forward(self, tokens):
            return self.rnn(self.embedding(tokens))[0].flatten(0, 1) @ self.embedding.weight.T + self.bias

    return Model()


def yolov8n(classes=80):
    class Conv(nn.Module):
        def __init__(self, i, o, k=1, s=1):
            super().__init__()
            self.conv, self.bn = nn.Conv2d(i, o, k, s, k // 2, bias=False), nn.BatchNorm2d(o, 1e-3, 0.03)

        def forward(self, x):
            return F.silu(self.bn(self.conv(x)))

    class Link(nn.Module):
        def __init__(self, c, add):
            super().__init__()
            self.cv1, self.cv2, self.add = Conv(c, c, 3), Conv(c, c, 3), add

        def forward(self, x):
            return self.cv2(self.cv1(x)) + (x if self.add else 0)

    class C2f(nn.Module):
        def __init__(self, i, o, n, add):
            super().__init__()
            self.cv1, self.cv2 = Conv(i, o), Conv((2 + n) * o // 2, o)
            self.m = nn.ModuleList(Link(o // 2, add) for _ in range(n))

        def forward(self, x):
            y = list(self.cv1(x).chunk(2, 1))
            for link in self.m:
                y.append(link(y[-1]))
            return self.cv2(torch.cat(y, 1))

    class Pool(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.cv1, self.cv2 = Conv(c, c // 2), Conv(2 * c, c)

        def forward(self, x):
            y = [self.cv1(x)]
            for _ in range(3):
                y.append(F.max_pool2d(y[-1], 5, 1, 2))
            return self.cv2(torch.cat(y, 1))

    class Detect(nn.Module):
        def __init__(self):
            super().__init__()
            self.cv2 = nn.ModuleList(nn.Sequential(Conv(c, 64, 3), Conv(64, 64, 3), nn.Conv2d(64, 64, 1)) for c in (64, 128, 256))
            self.cv3 = nn.ModuleList(nn.Sequential(Conv(c, 80, 3), Conv(80, 80, 3), nn.Conv2d(80, classes, 1)) for c in (64, 128, 256))
            self.dfl = nn.Parameter(torch.arange(16.0), False)

    class Yolo(nn.Module):
        def __init__(self):
            super().__init__()
            self.stem = nn.Sequential(Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), C2f(32, 32, 1, True))
            self.to8 = nn.Sequential(Conv(32, 64, 3, 2), C2f(64, 64, 2, True))
            self.to16 = nn.Sequential(Conv(64, 128, 3, 2), C2f(128, 128, 2, True))
            self.to32 = nn.Sequential(Conv(128, 256, 3, 2), C2f(256, 256, 1, True), Pool(256))
            self.up16, self.up8 = C2f(384, 128, 1, False), C2f(192, 64, 1, False)
            self.shrink8, self.down16 = Conv(64, 64, 3, 2), C2f(192, 128, 1, False)
            self.shrink16, self.down32 = Conv(128, 128, 3, 2), C2f(384, 256, 1, False)
            self.detect = Detect()

        def forward(self, x):
            b8 = self.to8(self.stem(x))
            b16 = self.to16(b8)
            b32 = self.to32(b16)
            n16 = self.up16(torch.cat((F.interpolate(b32, scale_factor=2), b16), 1))
            p8 = self.up8(torch.cat((F.interpolate(n16, scale_factor=2), b8), 1))
            p16 = self.down16(torch.cat((self.shrink8(p8), n16), 1))
            p32 = self.down32(torch.cat((self.shrink16(p16), b32), 1))
            heads = zip((p8, p16, p32), self.detect.cv2, self.detect.cv3)
            return [torch.cat((box(p), cls(p)), 1) for p, box, cls in heads]

    return Yolo()
