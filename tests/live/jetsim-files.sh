#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# An emulated board shows the files, modes and links that the drivers of a real kernel make, by the list that
# `make check-kernel` holds that kernel to; what it lacks are the rows whose last column says why.
set -euo pipefail
fail() { echo "FAILED: $*"; exit 1; }
list=$SRC/tests/kernel/files.tsv
lister=$SRC/tests/kernel/guest/list-files
# As on the real kernel, the governor "userspace" of devfreq is in force, which has a folder of its own. A Thor has the sensor
# that an AGX Orin lacks.
governor=/sys/class/devfreq/17000000.gpu/governor
jetsim run --board agx-orin-r36 --kernel 6.1 -- sh -c "echo userspace >$governor && sh '$lister'" >board.tsv
jetsim run --board thor --kernel 6.1 -- sh "$lister" | grep '^2-0044	' >>board.tsv
tail -n +2 "$list" | cut -f 1-5 | LC_ALL=C sort | comm -23 - <(LC_ALL=C sort board.tsv) >missing
tail -n +2 "$list" | awk -F '\t' '$6 != "-"' | cut -f 1-5 | LC_ALL=C sort | diff - missing || fail "other files are missing than the list says"

# The rules hold on every board: a device has its uevent, power/ and subsystem, and all links lead somewhere.
for board in $(jetsim list --columns board --no-header); do
    jetsim run --board "$board" -- sh -euc '
        for device in /sys/class/hwmon/hwmon* /sys/class/thermal/* /sys/class/devfreq/* /sys/bus/i2c/devices/*; do
            [ -e "$device" ] || continue # a board of r32 has no hwmon
            [ ! -e "$device/uevent" ] || cat "$device/uevent" "$device/power/runtime_status" >/dev/null
            [ -e "$device/subsystem" ] || echo "$device: no subsystem"
        done
        find /sys/devices /sys/class /sys/bus -type l ! -exec test -e {} \; -print' >broken
    grep -v -e iio -e "^/sys/bus/i2c.*: no subsystem" broken && fail "$board: $(cat broken)"
done
exit 0
