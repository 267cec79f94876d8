# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys

import numpy
import ultralytics
import wattline
from PIL import Image

for part in ("train", "val"):
    for kind in ("images", "labels"):
        pathlib.Path("yolo", kind, part).mkdir(parents=True, exist_ok=True)
    for i in range(16):
        Image.fromarray(numpy.random.randint(255, size=(64, 64, 3), dtype="uint8")).save(f"yolo/images/{part}/{i}.jpg")
        pathlib.Path(f"yolo/labels/{part}/{i}.txt").write_text("0 0.5 0.5 0.3 0.3\n")
pathlib.Path("yolo.yaml").write_text(f"path: {pathlib.Path('yolo').resolve()}\ntrain: images/train\nval: images/val\nnames: {{0: thing}}\n")
model = wattline.ultralytics(ultralytics.YOLO("yolov8n.yaml"), sys.argv[1])
count = []
model.add_callback("on_train_batch_end", lambda _: count.append(1))
model.train(data="yolo.yaml", epochs=2, imgsz=64, batch=4, device="cpu", workers=0, plots=False, verbose=False, amp=False)
print("steps", len(count), "epochs", 2, "validation", 0)
