#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# 24 hours at a reading a second take no more memory than one hour, in emulated time on a tree of plain files.
set -eu
. "$SRC/tests/cli/powerlog/tree.sh"
make_tree M
mkdir -p M/run/wattline M/proc
printf 'MemTotal: 1000 kB\nMemAvailable: 400 kB\n' >M/proc/meminfo

memory_kb() { # memory_kb HOURS: the largest resident set until that many hours are written
    until [ "$(wc -l <rows.tsv)" -gt $(($1 * 3600)) ]; do
        kill -0 "$log" || { echo "the log ended early" >&2 && exit 1; }
        sleep 0.05
    done
    awk '/^VmHWM/ { print $2 }' "/proc/$log/status"
}

for tool in 'powerlog -r TOTAL' loadlog; do
    printf 'board orin-nano\ntime_scale 100000\norigin_mono_ns %s\n' \
        "$(python3 -c 'import time; print(time.monotonic_ns())')" >M/run/wattline/emulated
    : >rows.tsv
    # shellcheck disable=SC2086  # a name and its options
    $tool -q --root M -i 1s --summary sum.tsv -o rows.tsv &
    log=$!
    hour=$(memory_kb 1) || exit 1
    day=$(memory_kb 24) || exit 1
    kill -INT $log
    wait $log
    # Each row has a time of its own.
    [ "$(cut -f 2 rows.tsv | sort -u | wc -l)" -gt 86400 ] || { echo "$tool: two rows of one time"; exit 1; }
    echo "$tool: $hour kB after an hour, $day kB after 24"
    [ $((day - hour)) -lt 512 ] || { echo "$tool grows"; exit 1; }
done
