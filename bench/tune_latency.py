#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The days of bench/tune-latency.sh.

tune_latency.py plan TABLE STRETCH SHARE HOURS: the rates, a sine from 5 % to SHARE % of what the fastest mode can serve.
tune_latency.py limit TABLE STRETCH: the target, as pmtune takes it.
tune_latency.py judge TABLE STRETCH SHARE RATES ROWS SUMMARY: the row of a day, with the fastest mode and the oracle beside it."""
import csv
import math
import random
import re
import sys

SLICE_S = 300
SPREAD = 0.1  # of the log of service times, as pmtune --replay has it


def modes_of(path):
    with open(path, encoding="utf-8") as file:
        return [(float(row["minibatch_ms"]) / 1e3, float(row["power_w"]), float(row["idle_w"])) for row in csv.DictReader(file, delimiter="\t")]


def watts(mode, rate):
    """Mean power at a rate, of which it serves no more than it can."""
    busy = min(rate * mode[0], 1)
    return busy * mode[1] + (1 - busy) * mode[2]


def stretch_at(utilization, count=60000):
    """The 99th percentile of the latency in service times, with random arrivals."""
    draw = random.Random(5)
    free = now = 0
    latencies = []
    for _ in range(count):
        now += draw.expovariate(utilization)
        free = max(free, now) + math.exp(draw.gauss(0, SPREAD))
        latencies.append(free - now)
    return sorted(latencies)[int(0.99 * count)]


def oracle_w(modes, limit_s, rate, curve):
    kept = [mode for mode in modes if rate * mode[0] < 0.95 and curve[math.ceil(rate * mode[0] * 100)] * mode[0] <= limit_s]
    return min(watts(mode, rate) for mode in kept) if kept else watts(min(modes), rate)


def judge(table, stretch, share, rates_path, rows_path, words_path):
    modes = modes_of(table)
    fastest = min(modes)
    curve = [1] + [stretch_at(percent / 100) for percent in range(1, 96)]
    with open(rates_path, encoding="utf-8") as file:
        rates = [(float(row["time_s"]), float(row["rate_hz"])) for row in csv.DictReader(file, delimiter="\t")]
    with open(rows_path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    with open(words_path, encoding="utf-8") as file:
        words = file.read()
    end_s = float(rows[-1]["end_mono_s"])
    fast_w = [watts(fastest, rate) for _, rate in rates[:-1]]
    best_w = [oracle_w(modes, stretch * fastest[0], rate, curve) for _, rate in rates[:-1]]
    changes = sum(a["mode"] != b["mode"] for a, b in zip(rows, rows[1:]))
    explored = sum(float(row["end_mono_s"]) - float(row["start_mono_s"]) for row in rows if row["phase"] != "hold")
    late = 100 - float(re.search(r"([0-9.]+) % within", words)[1])
    print(table, stretch, share, sum(int(row["steps"]) for row in rows), f"{late:.3f}", sum(float(row["energy_j"]) for row in rows) / end_s,
          sum(fast_w) / len(fast_w), sum(best_w) / len(best_w), changes * 3600 / end_s, explored, sep="\t")


def main():
    what, table, stretch = sys.argv[1], sys.argv[2], float(sys.argv[3])
    service_s = min(modes_of(table))[0]
    if what == "limit":
        print(f"{1e3 * stretch * service_s:.3f}ms")
    elif what == "plan":
        most, slices = float(sys.argv[4]) / 100, int(float(sys.argv[5]) * 3600 / SLICE_S)
        print("time_s\trate_hz")
        for k in range(slices + 1):
            print(f"{k * SLICE_S}\t{(0.05 + (most - 0.05) * (1 - math.cos(2 * math.pi * k / slices)) / 2) / service_s:.5f}")
    else:
        judge(table, stretch, float(sys.argv[4]), *sys.argv[5:])


main()
