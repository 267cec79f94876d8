#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Step rows of a shell loop: each step is one run of a command. /proc/uptime is CLOCK_BOOTTIME to 10 ms. It equals
# CLOCK_MONOTONIC unless the machine has been suspended.
#   powerlog -o power.tsv -- examples/train.sh 20 ./one-batch > steps.tsv
case ${1-} in [1-9]*) ;; *) set -- ;; esac
[ $# -ge 2 ] || { echo "usage: $0 STEPS COMMAND ..." >&2 && exit 64; }
steps=$1 && shift
printf 'start_mono_s\tend_mono_s\ttime_s\tepoch\tstep\tphase\tstep_ms\tsource\n'
for step in $(seq 0 $((steps - 1))); do
    read -r start _ </proc/uptime
    "$@" >&2 || exit
    read -r end _ </proc/uptime
    LC_ALL=C awk -v s="$start" -v e="$end" -v t="$(date +%s.%N)" -v n="$step" 'BEGIN {
        phase = n > 0 ? "counted" : "first"
        printf "%s\t%s\t%s\t0\t%d\t%s\t%.3f\tmeasured\n", s, e, t, n, phase, 1000 * (e - s) }'
done
