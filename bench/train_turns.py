#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""train_turns.py NET ALLOCATOR PIECES STEPS THREADS: trainstep and PyTorch train the same network in turns of a few
steps, one of them at rest at any time, so that both meet the same machine. Prints ours_ms theirs_ms ratio low high
ours_bytes theirs_bytes: medians of the steps, the median of the pieces' ratios with its 95 % interval, peak memory.
Settings: DEVICE=cpu BATCH=16"""
import csv
import os
import random
import statistics
import subprocess
import sys
import tempfile

net, allocator, pieces, steps, threads = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
if pieces < 6:
    sys.exit("train_turns.py: PIECES: a 95 % interval of a median needs at least 6")
device, batch = os.environ.get("DEVICE", "cpu"), int(os.environ.get("BATCH", "16"))
PYTHON = [os.environ.get("PYTHON", "/usr/bin/python3"), os.path.join(os.path.dirname(__file__), "train_step.py")]
KEEP = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "2147483647"}


def start_theirs():
    settings = {**os.environ, **(KEEP if allocator == "keep" else {})}
    return subprocess.Popen([*PYTHON, net, str(steps), str(threads)], env=settings, text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def start_ours(folder):
    """An epoch is a piece; its hook waits for the turn."""
    for fifo in "ready", "go":
        os.mkfifo(f"{folder}/{fifo}")
    return subprocess.Popen(
        ["trainstep", net, "--synthetic", "--samples", str(batch * (1 + steps)), "--batch", str(batch), "--device", device,
         "--workers", "1", "--threads", str(threads), "--allocator", allocator, "--epochs", str(1 + pieces), "--max-steps", str(steps),
         "--epoch-hook", f"echo >{folder}/ready; read _ <{folder}/go", "--summary", f"{folder}/summary.tsv",
         "-o", f"{folder}/steps.tsv"])


def table(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def take_turns(folder):
    ours, theirs = start_ours(folder), start_theirs()
    times = []
    for _ in range(1 + pieces):
        with open(f"{folder}/ready", encoding="utf-8") as ready:
            ready.read()
        theirs.stdin.write("\n")
        theirs.stdin.flush()
        times.append([float(ms) for ms in theirs.stdout.readline().split()])
        with open(f"{folder}/go", "w", encoding="utf-8") as go:
            go.write("\n")
    if ours.wait() != 0:
        sys.exit("trainstep failed")
    theirs.stdin.close()
    return times, int(theirs.stdout.readline().split()[0])


def interval(ratios):
    """Of the median, by resampling."""
    draw = random.Random(1)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(2000))
    return medians[50], medians[-51]


with tempfile.TemporaryDirectory() as work:
    theirs_by_piece, theirs_bytes = take_turns(work)
    ours_by_piece = [[] for _ in range(1 + pieces)]
    for row in table(f"{work}/steps.tsv"):
        if row["phase"] == "counted":
            ours_by_piece[int(row["epoch"])].append(float(row["compute_ms"]))
    ours_bytes = next(row["value"] for row in table(f"{work}/summary.tsv") if row["name"] == "peak_memory")

pairs = list(zip(ours_by_piece, theirs_by_piece))[1:]  # the first piece warms up
ratios = [statistics.median(ours) / statistics.median(theirs) for ours, theirs in pairs]
low, high = interval(ratios)
print(statistics.median(sum((ours for ours, _ in pairs), [])),
      statistics.median(sum((theirs for _, theirs in pairs), [])), statistics.median(ratios), low, high, ours_bytes,
      theirs_bytes)
