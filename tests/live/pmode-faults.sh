#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every fault that jetsim can inject: one that concerns a mode is reported by name and never ends in 0, the others leave
# pmode alone. What leaves the mode later is seen by verify, watch, get and run.
set -euo pipefail
fail() { echo "$*"; exit 1; }
mkdir M
jetsim mount --board agx-orin M
export WATTLINE_ROOT=$PWD/M
start=12c/1190400k/min/2133M
policies=M/sys/devices/system/cpu/cpufreq
tried=
fault() { jetsim fault M "$1"; tried+=" ${1%%:*}"; }
clear() { jetsim fault M --clear; }
status() { local want=$1 got=0; shift; "$@" >out.txt 2>err.txt || got=$?; [ "$got" = "$want" ] || fail "$*: status $got, not $want: $(cat err.txt)"; }
says() { grep -q "$1" "${2-err.txt}" || fail "no '$1' in: $(cat "${2-err.txt}")"; }

expect() { # FAULT MODE WORDS: setting MODE under FAULT fails and says WORDS, and the mode before comes back
    fault "$1"
    status 1 pmode set "$2"
    says "$3"
    clear
    pmode verify || fail "$1: not undone"
}
pmode set $start
expect stuck-core:5 8c/729600k/-/- 'policy4 .*cpu5'
expect stale-clock:9 12c/729600k/-/- 'policy8 .*cpu9.*runs at'
expect stuck-gpu -/-/max/- '17000000.ga10b'
expect stuck-emc -/-/-/665.6M 'emc'
expect stuck-online:11 8c/-/-/- 'cores: asked for cores 0-7, online are 0-7,11'
expect emc-unreadable -/-/-/665.6M 'emc: .*unreadable'
fault unprivileged
status 77 pmode set min/min/min/min
clear

# The over-current circuit: the clocks and the counter are named, also when it is over.
fault throttle
status 1 pmode set $start
says 'policy0 .*runs at 595200'
says 'oc3: .*over-current'
clear
pmode set $start
status 1 pmode run 12c/729600k/-/- -- sh -c "jetsim fault M throttle
    until [ \$(cat $policies/policy0/scaling_cur_freq) = 364800 ]; do :; done; jetsim fault M --clear"
says 'did not stay in force: oc3: .*over-current'
jetsim fault M throttle
clear
status 1 pmode verify
says 'oc3: .*over-current'
says 'all knobs follow now, but'
pmode get >get.tsv
says '^overcurrent	oc3	.*deviates' get.tsv
pmode set $start
pmode watch -i 20ms -n 60 >watch.tsv &
until grep -q problem watch.tsv; do :; done
jetsim fault M throttle
wait $!
clear
says '	overcurrent	oc3	.*	deviates	.*over-current' watch.tsv
says '	policy8	.*	deviates	' watch.tsv
pmode set $start

# A service brings the limits of its own mode back.
status 1 pmode run 12c/729600k/-/- -- sh -c "jetsim fault M meddle:1ms
    while [ \$(cat $policies/policy4/scaling_max_freq) = 729600 ]; do :; done"
says 'did not stay in force: policy4 .*its maximum is 1728000'
clear
pmode set $start
fault meddle:20ms
while [ "$(cat $policies/policy4/scaling_max_freq)" = 1190400 ]; do :; done
status 1 pmode verify
says policy4
pmode get >get.tsv
says '^cpu	policy4	.*deviates' get.tsv
clear
pmode set $start

# Sensors and workloads are other tools' business.
for other in {rail-eio,rail-nan,rail-huge,rail-empty,label-gone}:VDD_GPU_SOC rail-dies:VDD_GPU_SOC@1ms i2c-latency:1ms \
    swapped-labels outlier:1 slow-outlier:1 hang:-/-/-/-; do fault $other; done
pmode set 8c/max/max/max
pmode set $start
pmode verify
clear
known=$(jetsim fault --list | tail -n +2 | cut -f1 | sort)
[ "$(tr ' ' '\n' <<<"$tried" | sed '/^$/d' | sort -u)" = "$known" ] || fail "not all tried: $tried; jetsim has $known"

# Somebody else changes a limit: verify and watch say so, and a row tells when it is back.
pmode watch -i 20ms >watch.tsv &
until grep -q problem watch.tsv; do :; done
echo 2201600 >$policies/policy4/scaling_max_freq
until grep -q 'policy4.*deviates' watch.tsv; do :; done
status 1 pmode verify --settle 100ms
says policy4
echo 1190400 >$policies/policy4/scaling_max_freq
until grep -q 'policy4.*follows' watch.tsv; do :; done
kill -INT $!
wait $! || fail "watch ended with $?"

# The cost of a switch, per knob, and the state before it afterwards.
pmode save before.tsv
pmode bench 4c/min/min/min 12c/max/max/max --repeat 2 >cost.tsv
[ "$(mlr --itsv --onidx filter '$knob == "all" && $settle_ms > 0' then count cost.tsv)" = 4 ] || fail "bench: $(cat cost.tsv)"
[ "$(mlr --itsv --onidx filter '$knob != "all" && !($written_ms > 0 && $written_ms <= $settle_ms)' then count cost.tsv)" = 0 ] ||
    fail "a knob that was not written: $(cat cost.tsv)"
pmode save after.tsv
cmp before.tsv after.tsv
[ "$(pmode bench -/min/-/- -/max/-/- --repeat 1 --columns mode --no-header | sort -u | paste -sd ' ')" = '-/max/-/- -/min/-/-' ]
pmode set -/-/-/- --fan max --cpuidle off --governor performance
pmode get >get.tsv
says 'fan.*255.*follows' get.tsv
pmode restore --last
pmode save after.tsv
cmp before.tsv after.tsv
status 64 pmode set --governor fast
says performance
jetsim umount M
