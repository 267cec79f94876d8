#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pmode: the time of get beside lscpu, of set on a plain tree, the rows per second of enum beside seq, and its peak memory
# at a hundred times the rows. Writes the table to bench/pmode.md, or to OUT=FILE; RUNS=31 is the number of runs.
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../examples/start.bash"
arguments 0 "$@"
BIN=${BIN:-$(cd "$(dirname "$0")/.." && pwd)/build/bin}
runs=${RUNS:-31} out=$(realpath "${OUT:-$(dirname "$0")/pmode.md}")
# In memory, as /run is on a board: set flushes its undo state to disk.
scratch=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
cpu=$root/sys/devices/system/cpu gpu=$root/sys/class/devfreq/17000000.gpu

put() { mkdir -p "$(dirname "$1")"; printf '%s\n' "$2" >"$1"; }

# 12 cores in clusters of 4, 29 CPU clocks, 800 GPU clocks, 4 memory clocks: 1,113,600 modes. The current clock
# is a link to the lower limit, so that a pinned clock follows at once.
put "$cpu/present" 0-11
for first in 0 4 8; do
    policy=$cpu/cpufreq/policy$first
    put "$policy/related_cpus" "$(seq -s ' ' "$first" $((first + 3)))"
    put "$policy/scaling_available_frequencies" "$(seq -s ' ' 115200 76800 2188800) 2201600"
    put "$policy/scaling_min_freq" 115200
    put "$policy/scaling_max_freq" 2201600
    put "$policy/scaling_governor" schedutil
    ln -s scaling_min_freq "$policy/scaling_cur_freq"
    for core in $(seq "$first" $((first + 3))); do put "$cpu/cpu$core/online" 1; done
done
rm "$cpu/cpu0/online"
put "$gpu/device/of_node/name" gpu
put "$gpu/available_frequencies" "$(seq -s ' ' 300000000 1000000 1099000000)"
put "$gpu/min_freq" 300000000
put "$gpu/max_freq" 1099000000
put "$gpu/governor" nvhost_podgov
ln -s min_freq "$gpu/cur_freq"
put "$root/sys/kernel/nvpmodel_emc_cap/emc_iso_cap" 0
put "$root/sys/kernel/debug/bpmp/debug/clk/emc/mrq_rate_locked" 0
put "$root/sys/kernel/debug/bpmp/debug/clk/emc/rate" 204000000
put "$root/sys/firmware/devicetree/base/compatible" nvidia,p3701-0005

ms() { # milliseconds that a command takes
    local start=$EPOCHREALTIME end
    "$@" >/dev/null
    end=$EPOCHREALTIME
    awk -v s="$start" -v e="$end" 'BEGIN { printf "%.3f\n", (e - s) * 1e3 }'
}
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

machine() {
    printf '%s, %s cores, Linux %s, %s, load average %s' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
        "$(nproc)" "$(uname -r)" "$("$BIN/pmode" --version)" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
}
peak_kib() { # peak resident memory of a command
    command time -f %M -o "$scratch/peak" "$@" >/dev/null
    cat "$scratch/peak"
}

started=$(machine)
mode=0
set_mode() {
    mode=$((1 - mode))
    if [ $mode = 0 ]; then "$BIN/pmode" --root "$root" set 12c/max/max/max; else "$BIN/pmode" --root "$root" set 4c/1.2G/min/min; fi
}
modes=$("$BIN/pmode" --root "$root" enum | tail -n +2 | wc -l)
for _ in $(seq "$runs"); do
    ms "$BIN/pmode" --root "$root" get >>"$scratch/get"
    ms lscpu >>"$scratch/lscpu"
    start=$EPOCHREALTIME
    set_mode
    awk -v s="$start" -v e="$EPOCHREALTIME" 'BEGIN { printf "%.3f\n", (e - s) * 1e3 }' >>"$scratch/set"
done
for _ in $(seq $((runs / 4 + 1))); do
    ms "$BIN/pmode" --root "$root" enum >>"$scratch/enum"
    ms "$BIN/pmode" --root "$root" enum --order random --seed 1 >>"$scratch/random"
    ms seq -f '%.0f	NA	4c/1190400k/905250k/1600000k	4	1190400	905250000	1600000000' "$modes" >>"$scratch/seq"
done
rate() { awk -v n="$modes" -v ms="$(median <"$1")" 'BEGIN { printf "%.2f", n / ms / 1e3 }'; }
row() { printf '| %s | %s | %s | %s |\n' "$@"; }
{
    printf '# pmode\n\nMade by `make bench-pmode` on %s before, %s after.\n' "$started" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
    printf 'Medians of %s runs in turns; knobs are plain files.\n\n' "$runs"
    printf '| what | figure | beside it | |\n|---|---|---|---|\n'
    row 'pmode get (ms)' "$(median <"$scratch/get")" "$(median <"$scratch/lscpu")" lscpu
    row 'pmode set (ms)' "$(median <"$scratch/set")" NA ''
    row 'pmode enum (million rows per second)' "$(rate "$scratch/enum")" "$(rate "$scratch/seq")" 'seq -f'
    row 'pmode enum --order random (million rows per second)' "$(rate "$scratch/random")" NA ''
    for order in up random; do
        few=$(peak_kib "$BIN/pmode" --root "$root" enum --order $order --axes gpu=8)
        many=$(peak_kib "$BIN/pmode" --root "$root" enum --order $order)
        row "pmode enum --order $order, $modes modes: peak memory (KiB)" "$many" "$few" "$((modes / 100)) modes"
    done
} | tee "$scratch/table.md"
cp "$scratch/table.md" "$out"
