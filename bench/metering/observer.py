# SPDX-License-Identifier: Apache-2.0
# observer.py TREE SECONDS PART_S: what powerlog and loadlog cost the training that they watch. One trainstep and both
# loggers at 1, 10 and 100 Hz run all the time; all loggers are stopped (SIGSTOP) but for those whose turn it is. Parts of
# PART_S take turns, one without loggers before and after each. Prints, per rate: the change of the mean step time
# against these two in % (mean over the parts less the tenth at each end), the ends of its 95 % interval (bootstrap over
# the parts) and the number of parts.
import atexit
import csv
import os
import random
import signal
import statistics
import subprocess
import sys
import time

tree, seconds, part_s = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
RATES = [1, 10, 100]
SETTLE_S = 0.05  # a logger that goes on has one late tick


def start(*command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(child.kill)  # also of one that is stopped
    return child


def start_loggers(hz):
    interval, files = "%dms" % (1000 // hz), ["power.%d.tsv" % hz, "load.%d.tsv" % hz]
    return [
        start("powerlog", "-q", "--root", tree, "-i", interval, "-o", files[0]),
        start("loadlog", "-q", "-i", interval, "-o", files[1]),
    ]


def tell(loggers, number):
    for logger in loggers:
        if logger.poll() is not None:
            sys.exit("a logger ended with status %d" % logger.returncode)
        logger.send_signal(number)


def wait_for_rows(path, size):
    while not (os.path.exists(path) and os.path.getsize(path) > size):
        time.sleep(0.1)


def part(loggers):
    """Bounds of a part during which only these loggers run."""
    tell(loggers, signal.SIGCONT)
    time.sleep(SETTLE_S)
    begin = time.monotonic()
    time.sleep(part_s)
    end = time.monotonic()
    tell(loggers, signal.SIGSTOP)
    return begin, end


def mean_steps(bounds, steps):
    """Mean step time of each part, from the steps that lie in it."""
    means, k = [], 0
    for begin, end in bounds:
        inside = []
        while k < len(steps) and steps[k][0] < end:
            if steps[k][0] >= begin and steps[k][1] <= end:
                inside.append(steps[k][1] - steps[k][0])
            k += 1
        means.append(statistics.fmean(inside) if inside else float("nan"))
    return means


def trimmed_mean(values):
    cut = len(values) // 10
    return statistics.fmean(sorted(values)[cut : len(values) - cut])


def interval_95(values):
    draws = random.Random(1)
    means = sorted(trimmed_mean(draws.choices(values, k=len(values))) for _ in range(2000))
    return means[49], means[1949]


trainer = start("trainstep", "lenet", "--synthetic", "--samples", "4096", "--epochs", "1000000", "-o", "steps.tsv")
loggers = {hz: start_loggers(hz) for hz in RATES}
for hz in RATES:
    wait_for_rows("load.%d.tsv" % hz, 500)
    tell(loggers[hz], signal.SIGSTOP)
wait_for_rows("steps.tsv", 100000)

order, bounds, stop = [], [], time.monotonic() + seconds
turns = random.Random(2)  # no rate always follows the same one
while time.monotonic() < stop:
    for hz in turns.sample(RATES, len(RATES)):
        order += [0, hz]
        bounds += [part([]), part(loggers[hz])]
order.append(0)
bounds.append(part([]))
if trainer.poll() is not None:
    sys.exit("trainstep ended with status %d" % trainer.returncode)
trainer.terminate()
trainer.wait()

with open("steps.tsv") as file:
    rows = list(csv.DictReader(file, delimiter="\t"))[:-1]
means = mean_steps(bounds, [(float(row["start_mono_s"]), float(row["end_mono_s"])) for row in rows])
for hz in RATES:
    places = [place for place, rate in enumerate(order) if rate == hz]
    changes = [100 * (2 * means[place] / (means[place - 1] + means[place + 1]) - 1) for place in places]
    changes = [change for change in changes if change == change]  # not a part in which no step ended
    print(hz, "%.2f %.2f %.2f %d" % (trimmed_mean(changes), *interval_95(changes), len(changes)))
