#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# 24 hours at a reading a second take no more memory than one hour, in emulated time on a tree of plain files.
set -eu
. "$SRC/tests/cli/powerlog/tree.sh"
make_tree M
mkdir -p M/run/wattline M/proc
printf 'MemTotal: 1000 kB\nMemAvailable: 400 kB\n' >M/proc/meminfo

memory_kb() { # memory_kb TOOL HOURS: the largest resident set of that many hours
    printf 'board orin-nano\ntime_scale 100000\norigin_mono_ns %s\n' \
        "$(python3 -c 'import time; print(time.monotonic_ns())')" >M/run/wattline/emulated
    "$1" -q --root M -i 1s -n $(($2 * 3600)) --summary sum.tsv -o rows.tsv &
    while peak=$(awk '/^VmHWM/ { print $2 }' /proc/$!/status 2>/dev/null) && [ -n "$peak" ]; do
        last=$peak
        sleep 0.05
    done
    wait $!
    echo "$last"
}

for tool in powerlog loadlog; do
    hour=$(memory_kb $tool 1)
    day=$(memory_kb $tool 24)
    # No tick may be lost from the account, whatever this machine could not keep up with.
    [ "$(cut -f 2 rows.tsv | sort -u | wc -l)" -ge 86400 ] || { echo "$tool: a row is missing"; exit 1; }
    echo "$tool: $hour kB after an hour, $day kB after 24"
    [ $((day - hour)) -lt 512 ] || { echo "$tool grows"; exit 1; }
done
