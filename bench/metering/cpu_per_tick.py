# SPDX-License-Identifier: Apache-2.0
# cpu_per_tick.py HZ SECONDS COMMAND...: CPU time of a tick of a running command in us, all its threads together. Its
# start does not count; it is killed afterwards.
import subprocess
import sys
import time

hz, seconds = float(sys.argv[1]), float(sys.argv[2])
child = subprocess.Popen(sys.argv[3:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
process_clock = (~child.pid << 3) | 2  # as clock_getcpuclockid(3) makes it
time.sleep(1)
start, used = time.monotonic(), time.clock_gettime(process_clock)
time.sleep(seconds)
used = time.clock_gettime(process_clock) - used
ticks = (time.monotonic() - start) * hz
if child.poll() is not None:
    sys.exit("%s ended with status %d" % (sys.argv[3], child.returncode))
child.kill()
child.wait()
print(used / ticks * 1e6)
