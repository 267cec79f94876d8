#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The epoch times that `trainstep what-if` predicts from two short runs, compared with those of runs with these settings: data
# on disks and in memory of jetsim disk, computed by an emulated AGX Orin. Writes bench/what-if.md.
# Settings: ROUNDS=3 IMAGES=160 SCALE=1, the time scale of the board and of its disk. On a busy machine, SCALE=0.1 makes their times ten
# times as long as those of the loader, and the bench as well.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
rounds=${ROUNDS:-3} images=${IMAGES:-160} scale=${SCALE:-1}
work=$(mktemp -d)
leave() {
    jetsim umount -z "$work/slow" 2>/dev/null || true
    jetsim umount -z "$work/M" 2>/dev/null || true
    rm -rf "$work"
}
trap leave EXIT
cd "$work"
load_before=$(cut -d ' ' -f 1-3 /proc/loadavg)
dsgen images --out D --count "$images" --classes 4 --width 320 --height 240 --bytes 60k --seed 1 >/dev/null
jetsim mount --board agx-orin --time-scale "$scale" M
export WATTLINE_ROOT=$work/M

train() { trainstep resnet18 --device jetsim --epochs-out epochs.tsv -o "$@"; }
disk() { # disk OPTION...: D under slow, with nothing of it in the page cache
    jetsim umount slow 2>/dev/null || true
    jetsim disk "$@" D slow
    cachestat evict D slow >/dev/null || true
}
column() { mlr --itsv --onidx filter '$epoch == 1' then cut -f "$1" epochs.tsv; }
median() { sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
cold() { # cold MEDIUM: the two short runs
    train compute.tsv --synthetic --samples 80 --batch 8
    train compute16.tsv --synthetic --samples 128 --batch 16
    disk "${@}"
    train cold.tsv --data slow --batch 8 --workers 1 --max-steps 10
}
# compare WHAT "OPTIONS OF what-if" "OPTIONS OF jetsim disk" "OPTIONS OF trainstep" HOOK: the second epoch after HOOK
compare() {
    local asked of_disk of_run predicted stall round
    read -ra asked <<<"$2" && read -ra of_disk <<<"$3" && read -ra of_run <<<"$4"
    read -r predicted stall < <(trainstep what-if --compute compute.tsv --compute compute16.tsv --cold cold.tsv --cores 2 --no-header --columns epoch_s,stall_s "${asked[@]}")
    : >times.txt && : >stalls.txt
    for ((round = 1; round <= rounds; ++round)); do
        disk "${of_disk[@]}"
        train steps.tsv --data slow --epochs 2 --epoch-hook "$5" "${of_run[@]}"
        column epoch_s >>times.txt
        column stall_ms >>stalls.txt
    done
    awk -v what="$1" -v p="$predicted" -v m="$(median <times.txt)" -v ps="$stall" -v ms="$(median <stalls.txt)" 'BEGIN {
        error = 100 * (p / m - 1)
        printf "| %s | %.2f | %.2f | %+.1f | %.2f | %.2f | %s |\n", what, p, m, error, ps, ms / 1000, (error <= 10 && error >= -10 ? "yes" : "no")
    }'
}
cold="cachestat evict slow >/dev/null"
bytes=$(cat D/*/*.jpg | wc -c)
{
    cold --profile hdd
    for workers in 0 1 2; do
        compare "hdd, $workers workers" "--workers $workers" "--profile hdd" "--batch 8 --workers $workers" "$cold"
    done
    compare "hdd, 1 worker, minibatches of 16" "--workers 1 --batch 16" "--profile hdd" "--batch 16 --workers 1" "$cold"
    compare "hdd, 1 worker, memory for half of the data" "--workers 1 --memory $((bytes / 2))" \
        "--profile hdd --memory $((bytes / 2))" "--batch 8 --workers 1" true
    cold --profile sd --latency 0ns --bandwidth 4M
    for bandwidth in 8M 16M; do
        compare "1 worker, a disk of ${bandwidth}B/s, asked on one of 4 MB/s" "--workers 1 --bandwidth $bandwidth" \
            "--profile sd --latency 0ns --bandwidth $bandwidth" "--batch 8 --workers 1" "$cold"
    done
} | tee table.md
{
    printf '# What-if\n\nMade by `make bench-what-if`.\n\n%s, %s cores, Linux %s, load average %s before, %s after.\n' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" "$load_before" \
        "$(cut -d ' ' -f 1-3 /proc/loadavg)"
    printf 'The epoch of %s JPEG files of 60 kB that `trainstep what-if` predicts from short runs with synthetic minibatches of 8 and\n16 and from 11 cold minibatches of one loader thread, and the measured second epoch (rounds: %s, median). ResNet-18,\nminibatches of 8, on an emulated AGX Orin; `jetsim disk` emulates the disk and the memory; the time scale is %s. The bar is\nan error of 10 %%.\n\n' "$images" "$rounds" "$scale"
    printf '| setting | predicted, s | measured, s | error, %% | predicted stall, s | measured stall, s | met |\n|---|---|---|---|---|---|---|\n'
    cat table.md
} >"$here/what-if.md"
cat "$here/what-if.md"
