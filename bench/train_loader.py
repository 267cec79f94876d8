# SPDX-License-Identifier: Apache-2.0
"""PyTorch's DataLoader with torchvision's transforms. For each line "FOLDER WORKERS DECODER" on stdin it loads two epochs
and prints, of the second one, start and end (CLOCK_MONOTONIC, s) and images, and the memory of all processes (bytes).
DECODER is pillow, torchvision or turbojpeg. All of them resize with an antialiasing filter, as Pillow does."""
import ctypes.util
import os
import sys
import time

import numpy
import torch
from PIL import Image
from torchvision import datasets, io, transforms

NORMALIZE = transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
OF_IMAGES = transforms.Compose([
    transforms.RandomResizedCrop(224), transforms.RandomHorizontalFlip(), transforms.ToTensor(), NORMALIZE])
OF_TENSORS = transforms.Compose([
    transforms.RandomResizedCrop(224, antialias=True), transforms.RandomHorizontalFlip(),
    transforms.ConvertImageDtype(torch.float), NORMALIZE])


def of_pillow(path):
    return Image.open(path).convert("RGB")


def of_torchvision(path):
    return io.decode_jpeg(io.read_file(path), mode=io.ImageReadMode.RGB)


class TurboJpeg:
    """libturbojpeg, which has no Python package in Debian."""
    RGB = 0

    def __init__(self):
        self.lib = ctypes.CDLL(ctypes.util.find_library("turbojpeg"))
        self.lib.tjInitDecompress.restype = ctypes.c_void_p
        self.handle = None

    def __call__(self, path):
        if self.handle is None:  # one per process
            self.handle = ctypes.c_void_p(self.lib.tjInitDecompress())
        with open(path, "rb") as file:
            data = file.read()
        size, width, height, unused = ctypes.c_ulong(len(data)), ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self.lib.tjDecompressHeader3(self.handle, data, size, ctypes.byref(width), ctypes.byref(height),
                                     ctypes.byref(unused), ctypes.byref(unused))
        pixels = numpy.empty((height.value, width.value, 3), numpy.uint8)
        if self.lib.tjDecompress2(self.handle, data, size, pixels.ctypes.data_as(ctypes.c_void_p), width, 0, height,
                                  self.RGB, 0) != 0:
            raise OSError(path)
        return Image.fromarray(pixels)


def memory_b():
    """Of this process and its workers; pages that they share count once."""
    def pss(pid):
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return pss("self") + sum(pss(pid) for pid in file.read().split())


def torch_loader(data, workers):
    processes = {"prefetch_factor": 2, "persistent_workers": True} if workers else {}
    return torch.utils.data.DataLoader(data, batch_size=16, shuffle=True, num_workers=workers, **processes)


def load(folder, workers, decoder):
    read = {"pillow": of_pillow, "torchvision": of_torchvision, "turbojpeg": TurboJpeg}[decoder]
    data = datasets.ImageFolder(folder, OF_TENSORS if decoder == "torchvision" else OF_IMAGES,
                                loader=read() if decoder == "turbojpeg" else read)
    return torch_loader(data, workers)


def two_epochs(loader):
    for _ in range(2):  # the first epoch starts the processes and does not count
        start, images = time.monotonic(), 0
        for batch, _ in loader:
            images += len(batch)
        end = time.monotonic()
    return start, end, images, memory_b()


def serve(loader_of):
    torch.set_num_threads(1)
    for line in sys.stdin:
        folder, workers, name = line.split()
        print(*two_epochs(loader_of(folder, int(workers), name)), flush=True)


if __name__ == "__main__":
    serve(load)
