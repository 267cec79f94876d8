#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lab-jtop.py SECONDS: joules as scripts of many repositories get them: a CSV log of jtop.stats, and the mean of its column
Power TOT, times the time. Prints rails, total, joules, begin and end."""
import csv
import sys
import time

from jtop import jtop

with jtop() as jetson, open("jtop.csv", "w", newline="") as file:
    writer = csv.DictWriter(file, fieldnames=jetson.stats.keys())
    writer.writeheader()
    begin = time.time()
    while jetson.ok() and time.time() < begin + int(sys.argv[1]):
        writer.writerow(jetson.stats)
    end = time.time()
with open("jtop.csv", newline="") as file:
    rows = list(csv.DictReader(file))
rails = [name[6:] for name in rows[0] if name.startswith("Power ") and name != "Power TOT"]
mean_w = sum(float(row["Power TOT"]) for row in rows) / len(rows) / 1000
print(" ".join(rails), "Power TOT", f"{mean_w * (end - begin):.3f}", begin, end, sep="\t")
