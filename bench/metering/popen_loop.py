# SPDX-License-Identifier: Apache-2.0
# popen_loop.py ROOT INTERVAL COUNT: a shell pipeline per sample, as published measurement scripts do. Prints the CPU time
# of a sample in us, that of the pipeline's processes with it.
import os
import resource
import sys
import time

interval, count = float(sys.argv[2]), int(sys.argv[3])
files = sys.argv[1] + "/sys/bus/i2c/drivers/ina3221/*/hwmon/hwmon*/*_input"
command = "cat " + files + " | awk '{printf \"%s,\", $1}' | sed 's/,$//'"


def used():
    both = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


before = used()
for _ in range(count):
    start = time.time()
    os.popen(command).read()
    time.sleep(max(0, interval - (time.time() - start)))
print((used() - before) / count * 1e6)
