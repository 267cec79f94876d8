#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mincore_oracle.py DIR: a line "path TAB page TAB resident" for every page of every regular file below DIR, each inode
once, by mmap(2) and mincore(2) of the C library. Shares nothing with the tool it checks."""
import ctypes
import mmap
import os
import stat
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
ESCAPES = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"})


def resident(path, size):
    fd = os.open(path, os.O_RDONLY)
    address = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, fd, 0)
    pages = (size + mmap.PAGESIZE - 1) // mmap.PAGESIZE
    vector = ctypes.create_string_buffer(pages)
    if libc.mincore(address, size, vector) != 0:
        sys.exit(f"{path}: mincore: {os.strerror(ctypes.get_errno())}")
    libc.munmap(address, size)
    os.close(fd)
    return [byte & 1 for byte in vector.raw[:pages]]


def main():
    seen = set()
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            if not stat.S_ISREG(status.st_mode) or (status.st_dev, status.st_ino) in seen or status.st_size == 0:
                continue
            if status.st_nlink > 1:
                seen.add((status.st_dev, status.st_ino))
                path = f"inode {status.st_ino}"
                bits = resident(os.path.join(folder, name), status.st_size)
            else:
                bits = resident(path, status.st_size)
            for page, bit in enumerate(bits):
                print(f"{path.translate(ESCAPES)}\t{page}\t{bit}")


if __name__ == "__main__":
    main()
