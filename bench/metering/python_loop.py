# SPDX-License-Identifier: Apache-2.0
# python_loop.py ROOT INTERVAL FILE: the loop that people write: read the files, write a CSV line, sleep for the rest of
# the interval. One line of raw values per tick: no power, no total, no time per rail, no flush.
import csv
import glob
import sys
import time

files = sorted(glob.glob(sys.argv[1] + "/sys/bus/i2c/drivers/ina3221/*/hwmon/hwmon*/*_input"))
interval = float(sys.argv[2])


def cat(path):
    with open(path) as file:
        return file.readline().rstrip("\n")


with open(sys.argv[3], "w") as out:
    writer = csv.writer(out)
    while True:
        start = time.time()
        writer.writerow([start] + [int(cat(path)) for path in files])
        time.sleep(max(0, interval - (time.time() - start)))
