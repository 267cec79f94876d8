# SPDX-License-Identifier: Apache-2.0
"""YOLOv8's loss as PyTorch differentiates it. Which anchor is to find what comes from detection.py, without gradients."""
import math

import numpy as np
import torch
from torch.nn import functional as F

import detection

BINS = 16


def complete_iou(p, q, eps=1e-7):
    pw, ph = p[:, 2] - p[:, 0], p[:, 3] - p[:, 1] + eps
    qw, qh = q[:, 2] - q[:, 0], q[:, 3] - q[:, 1] + eps
    low, high = torch.max(p[:, :2], q[:, :2]), torch.min(p[:, 2:], q[:, 2:])
    common = (high - low).clamp(min=0).prod(1)
    iou = common / (pw * ph + qw * qh - common + eps)
    hull = ((torch.max(p[:, 2:], q[:, 2:]) - torch.min(p[:, :2], q[:, :2])) ** 2).sum(1) + eps
    apart = ((q[:, :2] + q[:, 2:] - p[:, :2] - p[:, 2:]) ** 2).sum(1) / 4
    shape = 4 / math.pi**2 * (torch.atan(qw / qh) - torch.atan(pw / ph)) ** 2
    with torch.no_grad():
        weight = shape / (shape - iou + 1 + eps)
    return iou - apart / hull - shape * weight


def loss(maps, boxes, classes=80):
    side = maps[0].shape[3] * 8
    anchors, strides = detection.grid(maps)
    grid = torch.from_numpy(anchors).float()
    box_sum = class_sum = focal_sum = score_sum = 0.0
    for image in range(len(boxes)):
        out = torch.cat([m[image].reshape(4 * BINS + classes, -1) for m in maps], 1).T
        logits, scores = out[:, : 4 * BINS].reshape(-1, 4, BINS), out[:, 4 * BINS :]
        sides = logits.softmax(-1) @ torch.arange(float(BINS))
        predicted = torch.cat((grid - sides[:, :2], grid + sides[:, 2:]), 1)
        objects = detection.objects_of(boxes[image].numpy(), side)
        plain = [values.detach().float().numpy().astype(float) for values in (predicted, scores)]
        chosen, target = detection.assign(*plain, objects, anchors, strides)
        target = torch.from_numpy(target).float()
        class_sum = class_sum + F.binary_cross_entropy_with_logits(scores, target, reduction="sum")
        score_sum += float(target.sum())
        if not chosen:
            continue
        at = torch.tensor(sorted(chosen))
        wanted = np.stack([objects[chosen[i]][1] / strides[i] for i in sorted(chosen)])
        wanted = torch.from_numpy(wanted).float()
        weight = target[at].sum(1)
        box_sum = box_sum + ((1 - complete_iou(predicted[at], wanted)) * weight).sum()
        distances = torch.cat((grid[at] - wanted[:, :2], wanted[:, 2:] - grid[at]), 1).clamp(0, BINS - 1.01)
        low, share = distances.long(), distances - distances.long()
        q = logits[at].log_softmax(-1)
        picked = lambda bins: -q.gather(2, bins.unsqueeze(2)).squeeze(2)
        focal_sum = focal_sum + ((picked(low) * (1 - share) + picked(low + 1) * share).mean(1) * weight).sum()
    total = max(score_sum, 1)
    return (7.5 * box_sum + 0.5 * class_sum + 1.5 * focal_sum) / total * len(boxes)
