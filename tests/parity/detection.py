# SPDX-License-Identifier: Apache-2.0
"""YOLOv8's loss once more, anchor by anchor and object by object in plain NumPy, from its description."""
import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def complete_iou(a, b, eps=1e-7):
    w1, h1, w2, h2 = a[2] - a[0], a[3] - a[1] + eps, b[2] - b[0], b[3] - b[1] + eps
    common = max(min(a[2], b[2]) - max(a[0], b[0]), 0) * max(min(a[3], b[3]) - max(a[1], b[1]), 0)
    iou = common / (w1 * h1 + w2 * h2 - common + eps)
    hull = (max(a[2], b[2]) - min(a[0], b[0])) ** 2 + (max(a[3], b[3]) - min(a[1], b[1])) ** 2 + eps
    apart = ((b[0] + b[2] - a[0] - a[2]) ** 2 + (b[1] + b[3] - a[1] - a[3]) ** 2) / 4
    shape = 4 / np.pi**2 * (np.arctan(w2 / h2) - np.arctan(w1 / h1)) ** 2
    return iou - (apart / hull + shape * shape / (shape - iou + 1 + eps))


def grid(maps):
    """Centres of the anchors in grid units, and the strides of their levels."""
    anchors, strides = [], []
    for level, m in enumerate(maps):
        for y in range(m.shape[2]):
            for x in range(m.shape[3]):
                anchors.append((x + 0.5, y + 0.5))
                strides.append(8 << level)
    return np.array(anchors), np.array(strides, float)


def objects_of(boxes, side):
    """Classes and corners in pixels. In single precision as in trainstep: a border may lie on the centre of an anchor."""
    found, boxes = [], boxes.astype(np.float32)
    for box in boxes:
        if box[0] >= 0:
            centre, half = box[1:3] * np.float32(side), box[3:5] * np.float32(side) / np.float32(2)
            found.append((int(box[0]), np.concatenate((centre - half, centre + half)).astype(float)))
    return found


def assign(predicted, scores, objects, anchors, strides):
    """Which object an anchor is to find, and the scores that it is to give."""
    owner = {}  # anchor -> objects that want it
    metric, overlap = np.zeros((len(objects), len(anchors))), np.zeros((len(objects), len(anchors)))
    for o, (label, corners) in enumerate(objects):
        centre = anchors * strides[:, None]
        within = ((centre - corners[:2] > 1e-9) & (corners[2:] - centre > 1e-9)).all(1)
        for i in np.flatnonzero(within):
            overlap[o, i] = max(complete_iou(corners, predicted[i] * strides[i]), 0)
            metric[o, i] = sigmoid(scores[i, label]) ** 0.5 * overlap[o, i] ** 6
        for i in np.argsort(-metric[o], kind="stable")[:10]:
            if within[i]:
                owner.setdefault(i, []).append(o)
    chosen = {i: (o[0] if len(o) == 1 else int(np.argmax(overlap[:, i]))) for i, o in owner.items()}
    target = np.zeros_like(scores)
    for i, o in chosen.items():
        mine = [k for k, v in chosen.items() if v == o]
        best, reach = max(metric[o, k] for k in mine), max(overlap[o, k] for k in mine)
        target[i, objects[o][0]] = metric[o, i] * reach / (best + 1e-9)
    return chosen, target


def loss(maps, boxes, classes=80, bins=16):
    side = maps[0].shape[3] * 8
    anchors, strides = grid(maps)
    box_sum = class_sum = focal_sum = score_sum = 0.0
    for image in range(len(boxes)):
        out = np.concatenate([m[image].reshape(4 * bins + classes, -1) for m in maps], 1).T.astype(float)
        logits, scores = out[:, : 4 * bins].reshape(-1, 4, bins), out[:, 4 * bins :]
        sides = softmax(logits) @ np.arange(bins)
        predicted = np.concatenate((anchors - sides[:, :2], anchors + sides[:, 2:]), 1)
        objects = objects_of(boxes[image], side)
        chosen, target = assign(predicted, scores, objects, anchors, strides)
        p = sigmoid(scores)
        class_sum += -(target * np.log(p) + (1 - target) * np.log(1 - p)).sum()
        score_sum += target.sum()
        for i, o in chosen.items():
            weight, wanted = target[i].sum(), objects[o][1] / strides[i]
            box_sum += (1 - complete_iou(predicted[i], wanted)) * weight
            distances = np.clip(np.concatenate((anchors[i] - wanted[:2], wanted[2:] - anchors[i])), 0, bins - 1.01)
            for s in range(4):
                low, share, q = int(distances[s]), distances[s] % 1, np.log(softmax(logits[i, s]))
                focal_sum += -(q[low] * (1 - share) + q[low + 1] * share) / 4 * weight
    total = max(score_sum, 1)
    return {"box": box_sum / total, "classes": class_sum / total, "distribution": focal_sum / total}
