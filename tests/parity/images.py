# SPDX-License-Identifier: Apache-2.0
"""`--decode exact` against Pillow: images.py PARITY_IMAGES. Largest difference in grey levels for every kind of JPEG
and PNG that trainstep reads, for random crops and for the central one, and for the central one of turned photos."""
import io
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np
from PIL import Image, ImageOps

SIDE = 224
MOST = 1  # grey level
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))  # Adam7


def noise(width, height, seed):
    """On every scale, down to single pixels."""
    random, total = np.random.default_rng(seed), np.zeros((height, width, 3))
    for cell in (64, 16, 4, 1):
        cells = random.integers(0, 256, (height // cell + 1, width // cell + 1, 3), np.uint8)
        total += np.asarray(Image.fromarray(cells).resize((width, height), Image.BILINEAR))
    return (total / 4).astype(np.uint8)


def image(width, height, seed):
    return Image.fromarray(noise(width, height, seed))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def scanlines(levels, depth):
    """Rows of levels [height, width, channels], each after the filter type 0."""
    if depth == 16:
        rows = levels.astype(">u2").reshape(len(levels), -1).view(np.uint8)
    else:
        bits = levels.reshape(len(levels), -1, 1) >> np.arange(depth - 1, -1, -1) & 1
        rows = np.packbits(bits.reshape(len(levels), -1).astype(np.uint8), axis=1)
    return b"".join(b"\0" + row.tobytes() for row in rows)


def png(kind, depth, channels, interlaced=False, extra=b"", levels=None):
    """A PNG of noise of this colour type: Pillow writes neither all depths nor interlaced files."""
    if levels is None:
        levels = np.random.default_rng(depth + kind).integers(0, 2**depth, (301, 403, channels), np.uint16)
    height, width = levels.shape[:2]
    parts = [levels[y::dy, x::dx] for x, y, dx, dy in PASSES] if interlaced else [levels]
    data = b"".join(scanlines(part, depth) for part in parts if part.size)
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def palette(colours, alphas=0):
    random = np.random.default_rng(colours)
    chunks = chunk(b"PLTE", random.bytes(3 * colours))
    return chunks + (chunk(b"tRNS", random.bytes(alphas)) if alphas else b"")


def saved(original, kind, **options):
    file = io.BytesIO()
    original.save(file, kind, **options)
    return file.getvalue()


def turned(original, kind, orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return saved(original, kind, exif=exif, **({"quality": 95} if kind == "jpeg" else {}))


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


GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
DEEP = np.random.default_rng(9).integers(0, 400, (301, 403, 1), np.uint16)  # around the level from which Pillow clips
CASES = {
    "4:2:0": saved(image(800, 600, 1), "jpeg", quality=85),
    "4:2:2, odd size": saved(image(517, 389, 2), "jpeg", quality=70, subsampling=1),
    "4:4:4, portrait": saved(image(300, 701, 3), "jpeg", quality=95, subsampling=0),
    "progressive": saved(image(640, 480, 4), "jpeg", progressive=True),
    "grey": saved(image(400, 300, 5).convert("L"), "jpeg"),
    "CMYK": saved(image(400, 300, 8).convert("CMYK"), "jpeg"),
    "smaller than the input": saved(image(90, 70, 6), "jpeg"),
    "large": saved(image(3000, 2000, 7), "jpeg"),
    "turned, but read as it lies": turned(image(400, 300, 9), "jpeg", 6),
    "PNG": saved(image(517, 389, 10), "png"),
    "PNG, alpha": saved(image(400, 300, 11).convert("RGBA"), "png"),
    "PNG, RGBA of noise": png(RGB_ALPHA, 8, 4),
    "PNG, RGBA of 16 bits": png(RGB_ALPHA, 16, 4),
    "PNG, RGB of 16 bits": png(RGB, 16, 3),
    "PNG, grey and alpha": png(GREY_ALPHA, 8, 2),
    "PNG, grey and alpha of 16 bits": png(GREY_ALPHA, 16, 2),
    "PNG, RGB with a transparent colour": png(RGB, 8, 3, extra=chunk(b"tRNS", struct.pack(">3H", 1, 2, 3))),
    "PNG, with a gamma": png(RGB, 8, 3, extra=chunk(b"gAMA", struct.pack(">I", 100000))),
    "PNG, grey of 16 bits": png(GREY, 16, 1),
    "PNG, grey of 16 bits, dark": png(GREY, 16, 1, levels=DEEP),
    "PNG, grey of 16 bits, dark, interlaced": png(GREY, 16, 1, True, levels=DEEP),
    **{f"PNG, grey of {d} bits": png(GREY, d, 1) for d in (1, 2, 4, 8)},
    **{f"PNG, grey of {d} bits, interlaced": png(GREY, d, 1, True) for d in (1, 2, 4, 8)},
    **{f"PNG, palette of {d} bits": png(PALETTE, d, 1, extra=palette(2**d)) for d in (1, 2, 4, 8)},
    "PNG, palette with alpha": png(PALETTE, 8, 1, extra=palette(256, 100)),
    "PNG, palette, interlaced": png(PALETTE, 4, 1, True, extra=palette(16, 3)),
    "PNG, RGB, interlaced": png(RGB, 8, 3, True, levels=noise(403, 301, 12).astype(np.uint16)),
    "PNG, RGBA of 16 bits, interlaced": png(RGB_ALPHA, 16, 4, True),
    "PNG, one pixel": png(RGB, 8, 3, True, levels=np.full((1, 1, 3), 77, np.uint16)),
    "PNG, a column": png(RGB, 8, 3, True, levels=noise(1, 300, 13).astype(np.uint16)),
}
TURNED = {
    f"{kind}, orientation {orientation}": turned(image(400, 300, orientation), kind, orientation)
    for kind in ("jpeg", "png")
    for orientation in range(1, 9)
}


def check(program, name, data, kinds, read):
    worst = {}
    with tempfile.NamedTemporaryFile(suffix=".image") as file:
        file.write(data)
        file.flush()
        wanted = read(Image.open(file.name))
        for kind, count in kinds:
            pairs = [(ours.astype(int), of_pillow(wanted, facts)) for facts, ours in views(program, kind, count, file.name)]
            worst[kind] = max(int(np.abs(a - b).max()) for a, b in pairs)
    print(f"{name}\t{worst}")
    return max(worst.values()) <= MOST


program = sys.argv[1]
plain = [check(program, *case, (("random", 20), ("centre", 1)), lambda i: i.convert("RGB")) for case in CASES.items()]
as_shown = [
    check(program, *case, (("turned", 1),), lambda i: ImageOps.exif_transpose(i).convert("RGB")) for case in TURNED.items()
]
sys.exit(0 if all(plain + as_shown) else 1)
