#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A clock that does not hold while the window is open makes a profile that is no reading, even if it holds again before
# the end and its limits were in force all the time.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
printf 'mode\n4c/1.2G/900M/2133M\n' >modes.tsv
pmsweep --modes modes.tsv --out s --window 200s -- jetsim step --workload resnet18 --epochs 1000 >rows.tsv 2>err.txt &
until [ "$(wc -l <s/4_*/steps.tsv)" -gt 100 ]; do kill -0 $! || fail "it ended: $(cat rows.tsv)"; done 2>/dev/null
rows() { wc -l <s/4_*/load.tsv; }
jetsim fault M throttle
before=$(rows)
until [ "$(rows)" -gt $((before + 5)) ]; do kill -0 $! || fail "it ended: $(cat rows.tsv)"; done
jetsim fault M --clear
wait $! || fail "status $?: $(cat rows.tsv)"
values() { mlr --itsv --onidx --ofs ' ' cut -of "$1" rows.tsv; }
[ "$(values status,flag)" = 'ok clocks,throttled' ] || fail "$(cat rows.tsv)"
values reason | grep 'asked for [0-9]*, ran at' >/dev/null || fail "$(cat rows.tsv)"
# The search takes it for a failed profile.
mlr --tsv cut -o -f cores,cpu_khz,gpu_hz,emc_hz rows.tsv >space.tsv
[ "$(pmsearch next --budget 50 --modes space.tsv --no-guard --columns decision <rows.tsv | tail -1)" = infeasible ] ||
    fail 'the profile was used'
jetsim umount M
