#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Modes of an emulated board are told apart, equal commands are not; after a stop signal the finished runs are on file and the
# mode is the one before, also when the shell that ran pmode ended first. On a busy machine the power readings of a run may
# have gaps: verdicts about power are then looked at only where there is one.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
few=(--pilot 4 --max-runs 4 --warm-up 0 --cool-down 0 -i 500ms)
step='jetsim step --workload lenet --max-steps 1000'
verdict() { awk -F'\t' -v quantity="$1" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $1 == quantity { print $c["verdict"] }' rows.tsv; }
covered() { [ "$(verdict "$1")" != unknown ] && [ -n "$(verdict "$1")" ]; }
compare() {
    local status=0
    wattcompare -q "${few[@]}" --runs-out runs.tsv "$@" >rows.tsv 2>err.txt || status=$?
    [ $status -le 1 ] || fail "status $status: $*"
}
restored() { pmode save after.tsv && cmp before.tsv after.tsv || fail "$1: the mode before was not restored"; }
pmode set 6c/1.2G/900M/2133M
pmode save before.tsv

compare "pmode run 4c/1.2G/900M/2133M -- $step" "pmode run 4c/422400k/max/665600k -- $step"
[ "$(verdict step_ms)" = a-lower ] || fail "a third of the CPU clock is not slower: $(cat rows.tsv)"
! covered step_power_w || [ "$(verdict step_power_w)" = b-lower ] || fail "nor draws less power: $(cat rows.tsv)"
cut -f 16 runs.tsv | sort | uniq -c | grep ' 8 emulated' >/dev/null || fail "not eight emulated runs: $(cat runs.tsv)"
restored "pmode run"
cut -f 10 runs.tsv | awk 'NR > 1 && $1 != 1000 { exit 1 }' || fail "not a thousand steps: $(cat runs.tsv)"
wattcompare -q --pilot 4 --from runs.tsv >again.tsv 2>err.txt
cut -f 1-4,13,14 rows.tsv | cmp - <(cut -f 1-4,13,14 again.tsv) || fail "the recorded runs are judged otherwise: $(cat again.tsv)"

# Their steps are those of one seed. Chance alone tells equal commands apart in a few of a hundred comparisons.
for _ in 1 2 3; do
    compare "$step" "$step"
    [ "$(verdict step_ms)" != not-distinguishable ] || break
done
[ "$(verdict step_ms)" = not-distinguishable ] || fail "equal commands: $(cat rows.tsv)"

# shellcheck disable=SC2086
compare --mode 4c/1.2G/900M/2133M --mode 4c/422400k/900M/665600k -- $step
[ "$(verdict step_ms)" = a-lower ] || fail "--mode: $(cat rows.tsv)"
restored --mode

for line in "pmode run 2c/1.2G/900M/2133M -- sh -c 'touch ready; exec sleep 600'" \
    "pmode run 2c/1.2G/900M/2133M -- sh -c 'touch ready; exec sleep 600'; true"; do
    for signal in INT TERM; do
        rm -f ready runs.tsv
        # A shell starts what runs in the background with SIGINT ignored.
        env --default-signal=INT wattcompare -q "${few[@]}" --timeout 10h --runs-out runs.tsv true "$line" >rows.tsv 2>err.txt &
        until [ -e ready ]; do kill -0 $! || fail "the comparison ended"; sleep 0.02; done
        kill -$signal $!
        wait $!
        got=$?
        [ $got = $((128 + $(kill -l $signal))) ] || fail "$signal: status $got"
        restored "$signal"
        [ "$(wc -l <runs.tsv)" -ge 2 ] && [ -z "$(tail -c 1 runs.tsv)" ] || fail "$signal: the finished runs are not on file: $(cat runs.tsv)"
    done
done
jetsim umount M
