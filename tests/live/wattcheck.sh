#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs on emulated boards: clean ones are valid, and with a fault of the board the rule about it says so. A busy machine
# delays ticks, twenty times as much in emulated time: then wattcheck has to find what powerlog itself counted as missed, and a
# clean board runs again, four times slower, twice at most. Four of the six must be valid in the end.
set -u
fail() {
    echo "FAILED: $*"
    cat v.tsv 2>/dev/null
    exit 1
}

record() { # record BOARD WORKLOAD [FAULT]: the fault comes in the middle of the counted phase, or after $before
    local settle=60s # of each epoch: until the board is warm
    case $2 in lstm | lenet) settle=0s ;; esac # their epochs are shorter than that
    jetsim mount --board "$1" --time-scale "${scale-20}" M
    export WATTLINE_ROOT=$PWD/M
    pmode set max/max/max/max 2>err || pmode set max/max/max/- 2>>err || fail "$1: $(cat err)"
    # shellcheck disable=SC2016  # the inner shell expands them
    powerlog -q -i 200ms -o p.tsv --summary sum.tsv -- sh -c 'jetsim step --workload "$0" --epochs 1000 --stabilize "$2" -o s.tsv & step=$!
        pmode watch -q -o w.tsv & watch=$!
        loadlog -q -i 1s -d "$3" -o l1.tsv
        [ -z "$1" ] || jetsim fault "$WATTLINE_ROOT" "$1"
        loadlog -q -i 1s -d 60s -o l2.tsv
        kill $step $watch
        wait
        loadlog -q -i 1s -d 1s -o after.tsv # the sensor converts once more after the last step' "$2" "${3-}" "$settle" "${before-90s}"
    unset WATTLINE_ROOT
    jetsim umount M
    wattcheck --allow-emulated p.tsv s.tsv l1.tsv l2.tsv w.tsv >v.tsv 2>err
}
failed() { awk -F'\t' '$2 == "fail" { print $1 }' v.tsv; }

missed() { # the share of ticks, in %, that powerlog counted as missed
    awk -F'\t' '$1 == "TOTAL" { printf "%.3f", 100 * $5 / ($4 + $5) }' sum.tsv
}
explained() { # explained RULES: what a busy machine does to a valid run
    # A process that waits for a processor between its two clocks shifts one against the other.
    [ "$1" != clock-offset ] || return 0
    awk -v missed="$(missed)" 'BEGIN { exit !(missed > 0) }' && return
    # After a late tick the next one comes before the sensor has converted again, which takes up to 0.43 s of the 0.5 s.
    [ "$1" = error-bound ] && awk -F'\t' '$1 == "TOTAL" { exit !($16 > 0.07) }' sum.tsv && return
    # Ticks that are late, but by less than their interval of 500 ms, are not missed and may yet miss a reading of the sensor.
    [ "$1" = gap ] && awk -F'\t' '$1 == "gap" { exit !($3 < 2) }' v.tsv
}
is_valid() { # is_valid BOARD WORKLOAD: or a busy machine explains why not
    record "$@" && return
    local rules
    # The power of steps as short as LeNet's may stay within one step of the sensor.
    rules=$(failed | if [ "$2" = lenet ]; then grep -v -x distinct; else cat; fi)
    [ -n "$rules" ] || return 0
    grep -v -x -e missed -e gap -e coverage -e error-bound -e fresh-rate -e readings -e clock-offset -e idle <<<"$rules" && fail "$*: $(cat err)"
    # At twenty times the speed a delay of milliseconds costs a reading: what remains at five times needs an explanation.
    [ "$scale" -gt 5 ] || explained "$rules" || fail "$*, without a missed tick: $(cat err)"
    echo "$*: the machine was busy: $(missed) % of the ticks were missed: $(paste -sd ' ' <<<"$rules")"
    return 1
}
shown=0
clean() { # clean BOARD WORKLOAD
    local scale
    for scale in 20 5 5; do
        is_valid "$@" || continue
        shown=$((shown + 1))
        return
    done
}
agree_on_missed() { # one tick more or less, where the last sample is outside of the schedule, and 5 % if many were late
    awk -F'\t' -v counted="$(missed)" -v ticks="$(awk -F'\t' '$1 == "TOTAL" { print $4 + $5 }' sum.tsv)" \
        '$1 == "missed" { off = ($3 - counted) * ticks / 100; most = 1.5 + 0.05 * counted * ticks / 100 }
            END { exit !(off < most && off > -most) }' v.tsv ||
        fail "powerlog missed $(missed) %"
}
faulty() { # faulty RULE BOARD WORKLOAD FAULT
    record "${@:2}" && fail "$*: valid"
    failed | grep -q -x "$1" || fail "$*: $(cat err)"
}

mkdir M
clean agx-orin resnet18
# The energy is what joules computes for the counted phase.
awk -F'\t' 'BEGIN { print "start_mono_s\tend_mono_s" } $6 == "counted" { if (!start) start = $1; end = $2 } END { print start "\t" end }' s.tsv >phase.tsv
energy=$(joules --columns energy_j --no-header p.tsv <phase.tsv)
[ "$energy" = NA ] || grep -q "TOTAL: $(printf %.3f "$energy") J" err || fail "joules says $energy: $(cat err)"
agree_on_missed
clean orin-nano mobilenetv3
clean nano resnet18
clean xavier-nx lstm
clean tx2 resnet18
clean orin-nx lenet
echo "$shown of 6 clean boards were valid"
[ $shown -ge 4 ] || fail "only $shown of 6 clean boards were valid: the machine is too busy for this test"
for fact in mode first_check_mono_s last_check_mono_s; do
    grep -q "^$fact	[0-9]" w.tsv.meta || fail "no $fact of pmode watch: $(cat w.tsv.meta)"
done
wattcheck p.tsv s.tsv l1.tsv l2.tsv >v.tsv 2>err && fail "emulated rows are valid"
failed | grep -q -x source || fail "emulated rows: $(failed)"

faulty throttling orin-nano resnet18 throttle
faulty clocks agx-orin resnet18 throttle
faulty mode orin-nano resnet18 meddle:5s
faulty coverage orin-nx lstm rail-eio:VDD_IN
before=75s faulty duration orin-nano resnet18 hang:-/-/-/- # fifteen seconds of counted steps, or more where ticks are late
