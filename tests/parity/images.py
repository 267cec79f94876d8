# SPDX-License-Identifier: Apache-2.0
"""`--decode exact` against Pillow: images.py PARITY_IMAGES. Largest difference in grey levels for every kind of JPEG
that trainstep reads, for random crops and for the central one."""
import io
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

SIDE = 224
MOST = 1  # grey level


def image(width, height, seed):
    """Noise on every scale, down to single pixels."""
    random, total = np.random.default_rng(seed), np.zeros((height, width, 3))
    for cell in (64, 16, 4, 1):
        noise = random.integers(0, 256, (height // cell + 1, width // cell + 1, 3), np.uint8)
        total += np.asarray(Image.fromarray(noise).resize((width, height), Image.BILINEAR))
    return Image.fromarray((total / 4).astype(np.uint8))


def views(program, kind, count, path):
    stream = io.BytesIO(subprocess.run([program, kind, str(count), path], check=True, stdout=subprocess.PIPE).stdout)
    for _ in range(count):
        facts = np.frombuffer(stream.read(9 * 4), "<i4")
        yield facts, np.frombuffer(stream.read(3 * SIDE * SIDE), np.uint8).reshape(3, SIDE, SIDE)


def of_pillow(image, facts):
    x, y, width, height, scaled_width, scaled_height, left, top, mirrored = (int(f) for f in facts)
    image = image.crop((x, y, x + width, y + height)).resize((scaled_width, scaled_height), Image.BILINEAR)
    image = image.crop((left, top, left + SIDE, top + SIDE))
    return np.asarray(image.transpose(Image.FLIP_LEFT_RIGHT) if mirrored else image).transpose(2, 0, 1)


CASES = {
    "4:2:0": (image(800, 600, 1), {"quality": 85}),
    "4:2:2, odd size": (image(517, 389, 2), {"quality": 70, "subsampling": 1}),
    "4:4:4, portrait": (image(300, 701, 3), {"quality": 95, "subsampling": 0}),
    "progressive": (image(640, 480, 4), {"progressive": True}),
    "grey": (image(400, 300, 5).convert("L"), {}),
    "CMYK": (image(400, 300, 8).convert("CMYK"), {}),
    "smaller than the input": (image(90, 70, 6), {}),
    "large": (image(3000, 2000, 7), {}),
}


def check(program, name, original, options):
    worst = {}
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        original.save(file.name, "jpeg", **options)
        image = Image.open(file.name).convert("RGB")
        for kind, count in (("random", 20), ("centre", 1)):
            pairs = [(ours.astype(int), of_pillow(image, facts)) for facts, ours in views(program, kind, count, file.name)]
            worst[kind] = max(int(np.abs(a - b).max()) for a, b in pairs)
    print(f"{name}\t{worst}")
    return max(worst.values()) <= MOST


sys.exit(0 if all([check(sys.argv[1], name, *case) for name, case in CASES.items()]) else 1)
