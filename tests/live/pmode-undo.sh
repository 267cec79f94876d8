#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Whatever ends a command under `pmode run`, the state before comes back; one setter at a time.
set -euo pipefail
fail() { echo "$*"; exit 1; }
mkdir M
jetsim mount --board orin-nano M
export WATTLINE_ROOT=$PWD/M
snapshot() { pmode save "$1"; }
same() { cmp "$1" "$2" || fail "$3: not brought back: $(diff "$1" "$2")"; }
ready() { until [ -e ready ]; do sleep 0.02; done; rm ready; }

pmode set -v --cpuidle off --governor performance >knobs.tsv
grep -q 'cpuidle.*follows' knobs.tsv
snapshot before.tsv

# Normal end, failure, and the command's own status.
got=0; pmode run 2c/min/min/min -- sh -c 'cat "$WATTLINE_ROOT/sys/devices/system/cpu/online" >online.txt; exit 3' || got=$?
[ $got = 3 ] || fail "status $got, not 3"
[ "$(cat online.txt)" = 0-1 ]
env -u WATTLINE_ROOT pmode --root M run 2c/min/min/min -- sh -c 'cd / && pmode get --mode --columns cores --no-header' >online.txt
[ "$(cat online.txt)" = 2 ] || fail "the command below --root saw another machine: $(cat online.txt)"
snapshot after.tsv; same before.tsv after.tsv "after a failed command"
got=0; pmode run 2c/min/min/min -- ./no-such-program 2>err.txt || got=$?
[ $got = 127 ] || fail "status $got, not 127"
snapshot after.tsv; same before.tsv after.tsv "after a missing command"

# Signals to the wrapper, and Ctrl-C as the terminal sends it: to the whole group.
for signal in TERM HUP; do
    pmode run 2c/min/min/min -- sh -c 'touch ready; exec sleep 60' &
    ready
    kill -$signal $!
    got=0; wait $! || got=$?
    [ $got -gt 128 ] || fail "SIG$signal: status $got"
    snapshot after.tsv; same before.tsv after.tsv "after SIG$signal"
done
setsid bash -ic 'exec pmode run 2c/min/min/min -- sh -c "touch ready; exec sleep 60"' 2>/dev/null &
ready
pkill_group() { kill -INT -- "-$(ps -o pgid= -p "$(cat M/run/wattline/pmode.lock | cut -d' ' -f1)" | tr -d ' ')"; }
pkill_group
wait $! || true
snapshot after.tsv; same before.tsv after.tsv "after Ctrl-C"

# The lock: named holder, and a wait that succeeds.
pmode run 2c/min/min/min -- sh -c 'touch ready; until [ -e end ]; do sleep 0.02; done' &
ready
got=0; pmode set max/max/max/max 2>err.txt || got=$?
[ $got = 75 ] || fail "a second set: status $got"
grep -q "process $! (pmode run 2c" err.txt || fail "the holder is not named: $(cat err.txt)"
holder=$!
pmode set --wait 10m max/max/max/max &
touch end
wait $! || fail "a set that waits for the lock: status $?"
wait $holder
rm end
[ "$(pmode get --mode --columns cores --no-header | cat)" = 6 ]

# hold lets its own children through and nobody else.
pmode hold -- sh -c 'pmode set 4c/-/-/- && touch ready && until [ -e end ]; do sleep 0.02; done' &
ready
got=0; pmode set 6c/-/-/- 2>/dev/null || got=$?
[ $got = 75 ] || fail "hold: status $got"
touch end
wait $!
rm end
pmode set 6c/-/-/-

# SIGKILL leaves the mode; restore --last brings the state back.
pmode restore before.tsv
snapshot again.tsv; same before.tsv again.tsv "after restore"
pmode run 2c/min/min/min -- sh -c 'touch ready; exec sleep 60' &
ready
kill -KILL $!
wait $! || true
[ "$(pmode get --mode --columns cores --no-header | cat)" = 2 ] || fail "SIGKILL did not leave the mode"
pmode restore --last
snapshot after.tsv; same before.tsv after.tsv "after SIGKILL and restore --last"

# Two setters at once: one of the two modes, or the other.
for _ in 1 2 3; do
    pmode set --wait 20s 2c/min/min/min &
    pmode set --wait 20s 6c/max/max/max &
    wait
    found=$(pmode get --mode --columns mode --no-header | cat)
    low=$(pmode set --dry-run 2c/min/min/min --columns mode --no-header | cat)
    high=$(pmode set --dry-run 6c/max/max/max --columns mode --no-header | cat)
    [ "$found" = "$low" ] || [ "$found" = "$high" ] || fail "a mixture: $found"
done
jetsim umount M
