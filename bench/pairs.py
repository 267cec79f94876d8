#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pairs.py N PREPARE OURS THEIRS: runs both commands N times in turn, each after PREPARE ('' = nothing), and prints
ours_ms theirs_ms ratio ratio_min ratio_max cpu_ratio, all medians. Whole processes are timed; their output is dropped."""
import os
import resource
import shlex
import statistics
import subprocess
import sys
import time


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(shlex.split(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    rounds, prepare, ours, theirs = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
    results = {ours: [], theirs: []}
    for i in range(rounds):
        # The order alternates, so that neither always comes second.
        for command in (ours, theirs) if i % 2 else (theirs, ours):
            if prepare:
                subprocess.run(["bash", "-c", prepare], stdout=subprocess.DEVNULL, check=True)
            results[command].append(run(command))
    walls = [a[0] / b[0] for a, b in zip(results[ours], results[theirs])]
    cpus = [a[1] / b[1] for a, b in zip(results[ours], results[theirs])]
    middle = lambda command: statistics.median(wall for wall, _ in results[command]) * 1e3
    print(f"{middle(ours):.2f} {middle(theirs):.2f} {statistics.median(walls):.4f} {min(walls):.4f} {max(walls):.4f} "
          f"{statistics.median(cpus):.4f}")


if __name__ == "__main__":
    main()
