# SPDX-License-Identifier: Apache-2.0
# observer.py TREE ROUNDS SECONDS: what powerlog and loadlog cost the training that they watch. One trainstep runs all the
# time; stretches with both loggers at 1, 10 and 100 Hz take turns, one without before and after each. Prints, per rate, the
# change of the mean step time against these two, in %: median over the rounds, and its standard error.
import csv
import os
import statistics
import subprocess
import sys
import time

tree, rounds, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
TURN = [0, 1, 0, 10, 0, 100]


def start(*command):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def stretch(hz):
    """Begins a second after the loggers, so that their start does not count."""
    interval = "%dms" % (1000 // hz) if hz else ""
    loggers = []
    if hz:
        loggers.append(start("powerlog", "-q", "--root", tree, "-i", interval, "-o", "op.tsv"))
        loggers.append(start("loadlog", "-q", "-i", interval, "-o", "ol.tsv"))
    time.sleep(1)
    begin = time.monotonic()
    time.sleep(seconds)
    end = time.monotonic()
    for logger in loggers:
        logger.terminate()
    for logger in loggers:
        if logger.wait() != 0:
            sys.exit("a logger ended with status %d" % logger.returncode)
    return begin, end


trainer = start("trainstep", "lenet", "--synthetic", "--samples", "4096", "--epochs", "100000", "-o", "steps.tsv")
while not (os.path.exists("steps.tsv") and os.path.getsize("steps.tsv") > 100000):
    time.sleep(0.1)
    if trainer.poll() is not None:
        sys.exit("trainstep ended with status %d" % trainer.returncode)
order = TURN * rounds + [0]
stretches = [stretch(hz) for hz in order]
trainer.terminate()
trainer.wait()

with open("steps.tsv") as file:
    rows = list(csv.DictReader(file, delimiter="\t"))[:-1]
steps = [(float(row["start_mono_s"]), float(row["end_mono_s"])) for row in rows]


def mean_step(begin, end):
    inside = [stop - first for first, stop in steps if begin <= first and stop <= end]
    return statistics.fmean(inside)


means = [mean_step(*bounds) for bounds in stretches]
for hz in TURN[1::2]:
    places = [place for place, rate in enumerate(order) if rate == hz]
    changes = [100 * (2 * means[place] / (means[place - 1] + means[place + 1]) - 1) for place in places]
    error = statistics.stdev(changes) / len(changes) ** 0.5
    print(hz, "%.2f %.2f" % (statistics.median(changes), error))
