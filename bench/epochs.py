#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""epochs.py DIR EPOCHS: reads every file of DIR once per epoch in random order and prints the share of bytes that did
not come from the device: epoch hit_pct seconds. The device's bytes are those of /proc/self/io."""
import mmap
import os
import random
import sys
import time


def device_bytes():
    with open("/proc/self/io") as io:
        return int(next(line for line in io if line.startswith("read_bytes")).split()[1])


def main():
    files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(sys.argv[1]) for name in names)
    # The device is read page by page.
    total = sum(-(-os.stat(name).st_size // mmap.PAGESIZE) * mmap.PAGESIZE for name in files)
    order = random.Random(1)
    for epoch in range(int(sys.argv[2])):
        order.shuffle(files)
        before, start = device_bytes(), time.monotonic()
        for name in files:
            fd = os.open(name, os.O_RDONLY)
            while os.read(fd, 1 << 20):
                pass
            os.close(fd)
        print(f"{epoch} {100 * (1 - (device_bytes() - before) / total):.2f} {time.monotonic() - start:.2f}", flush=True)


if __name__ == "__main__":
    main()
