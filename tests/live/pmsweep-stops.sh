#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A stop signal ends a hook that runs, also if the caller blocks all signals; one that runs after the signal, such as
# --cleanup, is not ended. After SIGKILL `pmode restore --last` restores the state before the sweep, in whatever run it was
# killed.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
await() { until [ -e "$1" ]; do kill -0 $! || fail "the sweep ended"; sleep 0.02; done; }
restored() { pmode save after.tsv && cmp before.tsv after.tsv || fail "$1: the mode before was not restored"; }
step=(jetsim step --workload resnet18)
printf 'mode\n4c/1.2G/900M/2133M\n8c/1.2G/900M/2133M\n' >modes.tsv
pmode set 6c/1.2G/900M/2133M
pmode save before.tsv

for hook in prepare cleanup; do
    rm -f ready
    env --block-signal pmsweep --modes modes.tsv -n 5 --window 1s --out $hook --$hook 'touch ready; exec sleep 600' -- "${step[@]}" >rows.tsv 2>err.txt &
    await ready
    kill -TERM $!
    wait $!
    got=$?
    [ $got = 143 ] || fail "--$hook: status $got"
    restored "--$hook"
done

rm -f ready
pmsweep --modes modes.tsv --window 10h --timeout 10h --out late --cleanup 'sleep 0.2; touch cleaned' -- \
    sh -c 'touch ready; exec jetsim step --workload resnet18' >rows.tsv 2>err.txt &
await ready
kill -TERM $!
wait $!
[ -e cleaned ] || fail "--cleanup did not run to its end"
restored "a signal during a run"

for resume in '' --resume; do
    # shellcheck disable=SC2086
    pmsweep --modes modes.tsv --window 10h --timeout 4s --out killed $resume -- "${step[@]}" >rows.tsv 2>err.txt &
    await killed/8_1190400_930750000_2133000000/steps.tsv
    kill -KILL $!
    wait $! 2>/dev/null
    [ "$(pmode get --mode --columns cores --no-header)" = 8 ] || fail "not killed in the second mode"
    pmode restore --wait 1m --last 2>err.txt || fail "restore --last"
    restored "SIGKILL $resume"
    rm -f killed/journal.tsv
    rm -rf killed/8_*
done
jetsim umount M
