# SPDX-License-Identifier: Apache-2.0
"""Each piece of YOLOv8's loss against plain NumPy: detection_loss.py PARITY_DETECTION_LOSS. The assigner is held by all
three: every piece is weighted by what it chose."""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import detection

TOLERANCE = 1e-4
BATCH, CLASSES, SIDE, OBJECTS, BINS = 3, 5, 96, 6, 16


def read(path, *shape):
    return np.fromfile(path, np.float32).reshape(shape)


def close(name, ours, theirs):
    difference = float(np.max(np.abs(np.asarray(ours) - theirs) / np.maximum(np.abs(theirs), 1e-2)))
    print(f"{name}\t{difference:.2e}")
    return difference < TOLERANCE


with tempfile.TemporaryDirectory() as name:
    subprocess.run([sys.argv[1], name], check=True)
    folder = pathlib.Path(name)
    maps = [read(folder / f"map{s}.bin", BATCH, 4 * BINS + CLASSES, SIDE // s, SIDE // s) for s in (8, 16, 32)]
    theirs = detection.loss(maps, read(folder / "boxes.bin", BATCH, OBJECTS, 5), classes=CLASSES)
    ours = {piece: float(value) for piece, value in (line.split() for line in open(folder / "loss.txt"))}
    a, b = (read(folder / f"{side}.bin", -1, 4).astype(float) for side in "ab")
    overlaps = np.array([detection.complete_iou(p, q) for p, q in zip(a, b)])
    good = [close("complete IoU", read(folder / "iou.bin", -1), overlaps)]
    good += [close(piece, ours[piece], theirs[piece]) for piece in theirs]
sys.exit(0 if all(good) else 1)
