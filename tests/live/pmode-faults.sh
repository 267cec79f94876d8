#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every fault that concerns a mode is reported by name and never ends in 0; what leaves the mode later is seen.
set -euo pipefail
fail() { echo "$*"; exit 1; }
mkdir M
jetsim mount --board agx-orin M
export WATTLINE_ROOT=$PWD/M
pmode set 12c/1190400k/min/2133M
expect() { # FAULT MODE WORDS: setting MODE under FAULT fails and says WORDS
    local got=0
    jetsim fault M "$1"
    pmode set "$2" 2>err.txt || got=$?
    [ $got = 1 ] || fail "$1: status $got"
    grep -q "$3" err.txt || fail "$1: $(cat err.txt)"
    jetsim fault M --clear
    pmode verify || fail "$1: not undone"
}
expect stuck-core:5 8c/729600k/-/- 'policy4 .*cpu5'
expect stale-clock:9 12c/729600k/-/- 'policy8 .*cpu9.*runs at'
expect stuck-gpu -/-/max/- '17000000.ga10b'
expect stuck-emc -/-/-/665.6M 'emc'
expect stuck-online:11 8c/-/-/- 'cores: asked for cores 0-7, online are 0-7,11'

jetsim fault M unprivileged
got=0; pmode set min/min/min/min 2>err.txt || got=$?
[ $got = 77 ] || fail "unprivileged: status $got: $(cat err.txt)"
jetsim fault M --clear

# Somebody else changes a limit: verify and watch say so, and a row tells when it is back.
pmode watch -i 50ms -n 40 >watch.tsv &
sleep 0.5
echo 2201600 >M/sys/devices/system/cpu/cpufreq/policy4/scaling_max_freq
got=0; pmode verify --settle 100ms 2>err.txt || got=$?
[ $got = 1 ] && grep -q policy4 err.txt || fail "verify: status $got"
echo 1190400 >M/sys/devices/system/cpu/cpufreq/policy4/scaling_max_freq
wait
grep -q 'policy4.*deviates' watch.tsv && grep -q 'policy4.*follows' watch.tsv || fail "watch: $(cat watch.tsv)"

# The cost of a switch, per knob, and the state before it afterwards.
pmode save before.tsv
pmode bench 4c/min/min/min 12c/max/max/max --repeat 2 >cost.tsv
[ "$(mlr --itsv --onidx filter '$knob == "all" && $settle_ms > 0' then count cost.tsv)" = 4 ] || fail "bench: $(cat cost.tsv)"
pmode save after.tsv
cmp before.tsv after.tsv
pmode set -/-/-/- --fan max --cpuidle off --governor performance
pmode get >get.tsv
grep -q 'fan.*255.*follows' get.tsv
pmode restore --last
pmode save after.tsv
cmp before.tsv after.tsv
got=0; pmode set --governor fast 2>err.txt || got=$?
[ $got = 64 ] && grep -q performance err.txt || fail "governor: status $got"
jetsim umount M
