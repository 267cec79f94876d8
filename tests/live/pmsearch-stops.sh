#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A stop signal to pmsearch alone ends the running profile at once: no process is left, the mode is restored, and the
# status names the signal. When pmsearch is killed, pmsweep restores the mode.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode enum --sample 6 --seed 1 >space.tsv
pmode save before.tsv
restored() { pmode save after.tsv && cmp before.tsv after.tsv >/dev/null; }
for signal in TERM INT HUP KILL USR2; do
    rm -rf out ready
    # The window never closes by itself.
    env --default-signal pmsearch run --budget 30 --modes space.tsv --sweep-option=--out=out --sweep-option=--window=10h \
        --sweep-option=--timeout=10h -- sh -c 'touch ready; exec jetsim step --workload resnet18' >rows.tsv 2>err.txt &
    search=$!
    until [ -e ready ]; do kill -0 $search || fail "the search ended"; sleep 0.02; done
    kill -s $signal $search
    wait $search
    got=$?
    [ $got = $((128 + $(kill -l $signal))) ] || fail "SIG$signal: status $got"
    for _ in $(seq 600); do
        pgrep -f -- "--out=out" >/dev/null || break
        sleep 0.05
    done
    pgrep -af -- "--out=out" && fail "SIG$signal: pmsweep is left"
    restored || fail "SIG$signal: the mode before was not restored"
done
jetsim umount M
