#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""reclaim.py FILE...: leaves files as memory pressure does: random pieces dropped, some read again bit by bit, so that
small and large folios mix."""
import os
import random
import sys

PIECE = 1 << 20
choice = random.Random(1)
for name in sys.argv[1:]:
    fd = os.open(name, os.O_RDONLY)
    size = os.fstat(fd).st_size
    while os.read(fd, PIECE):
        pass
    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM)
    for start in range(0, size, PIECE):
        if choice.random() < 0.5:
            os.posix_fadvise(fd, start, PIECE, os.POSIX_FADV_DONTNEED)
            for _ in range(32):
                os.pread(fd, 4096, start + choice.randrange(PIECE // 4096) * 4096)
    os.close(fd)
