#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two tools at once on one board and in one folder: pairs that set modes, sweep, search and log, started together 100
# times. Who is refused gets status 75 and changes nothing; no row of a mode that was not in force is flagged ok; in the end
# the state is the one before, or the one that was set last.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
. "$SRC/tests/hard/board.bash"
a=4c/1190400k/930750k/2133000k b=8c/1190400k/726750k/3199000k
refused=0

mode() { pmode get --mode --columns mode --no-header; }
count() { [ -n "$quick" ] && echo "$2" || echo "$1"; }

# race FIRST SECOND: runs two functions at once, the second a random moment later. Sets one and two, their statuses.
race() {
    local later=$((RANDOM % 120))
    cases=$((cases + 1)) what="$1 and $2 $later ms later, case $cases"
    "$1" >one.out 2>one.err &
    local first=$!
    sleep "0.$(printf %03d $later)"
    "$2" >two.out 2>two.err
    two=$?
    wait $first
    one=$?
    for status in $one $two; do
        case $status in
        0) ;;
        75) refused=$((refused + 1)) ;;
        *) be_wrong "$what: status $status: $(cat one.err two.err)" ;;
        esac
    done
}
again() { pmode restore --wait 10h before.state || die "the state before is not restored"; }

# The command records the mode in which it runs, which no other tool may change meanwhile.
set_a() { pmode set $a; }
set_b() { pmode set $b; }
run_a() { pmode run $a -- sh -c "pmode get --mode --columns mode --no-header >run_a.txt"; }
run_b() { pmode run $b -- sh -c "sleep 0.0$((RANDOM % 10)); pmode get --mode --columns mode --no-header >run_b.txt"; }
save() { pmode save saved.state; }
ran_in() { [ "$2" = 75 ] || [ "$(cat "$1.txt")" = "$3" ] || be_wrong "$what: $1 ran in $(cat "$1.txt")"; }

# pair N QUICK FIRST SECOND CHECK
pair() {
    local times=$1
    RANDOM=20261122
    wanted "$3,$4" || return 0
    [ -z "$quick" ] || times=$2
    for _ in $(seq "$times"); do
        rm -rf s1 s2 run_?.txt ./*.tsv saved.state
        race "$3" "$4"
        $5
        again
    done
    report "$3, $4"
}
one_of() { # MODE...: the mode in force is one of these
    local now
    now=$(mode)
    for mode in "$@"; do [ "$now" != "$mode" ] || return 0; done
    leave_changed "$what: statuses $one $two: $now"
}
base() { one_of "$before"; }
set_set() { if [ $one = 75 ]; then one_of $b; elif [ $two = 75 ]; then one_of $a; else one_of $a $b; fi; }
set_run() {
    ran_in run_b $two $b
    if [ $one = 75 ]; then base; else one_of $a; fi
}
run_run() {
    ran_in run_a $one $a
    ran_in run_b $two $b
    base
}
# A state that is saved while another process sets one is the state before or after, not a part of each.
set_save() {
    pmode set $a && pmode save a.state
    cmp -s saved.state before.state || cmp -s saved.state a.state ||
        be_wrong "$what: the saved state is neither: $(diff before.state saved.state; diff saved.state a.state)"
}

printf 'mode\n2c/1.2G/600M/2133M\n6c/1.2G/900M/2133M\n' >modes
jetsim truth --board agx-orin --workload resnet18 >truth
sweep() { pmsweep --modes modes --out "$1" -n 3 --readings 3 --window 1s -- jetsim step --workload resnet18 >"$1.tsv"; }
sweep_1() { sweep s1; }
sweep_2() { sweep s2; }
search_2() {
    pmsearch run --budget 30 --modes space --max-profiles 2 --sweep-option=--out=s2 --sweep-option=--minibatches=3 \
        --sweep-option=--readings=3 --sweep-option=--window=1s -- jetsim step --workload resnet18 >search.tsv
}
# A row that is flagged ok has the time of its mode.
rows_right() {
    whole "$1" || lose "$what: $1"
    mlr --itsv --onidx --ofs ' ' filter '$status == "ok" && $flag == "ok"' then cut -o -f cores,cpu_khz,gpu_hz,emc_hz,minibatch_ms "$1" |
        while read -r cores cpu gpu emc ms; do
            awk -F'\t' -v c="$cores" -v p="$cpu" -v g="$gpu" -v e="$emc" -v ms="$ms" '
                $1 == c && $2 == p && $3 == g && $4 == e { off = ms / $5 - 1; exit off > 0.25 || off < -0.25 }' truth || echo "$cores $cpu $gpu $emc: $ms ms"
        done | grep . && be_wrong "$what: rows of $1"
}
swept() { # NAME STATUS
    if [ "$2" = 0 ]; then
        rows_right "$1.tsv"
        [ "$(column "$1.tsv" cores | paste -sd ' ')" = '2 6' ] || be_wrong "$what: $1 has not all rows"
    fi
}
sweep_set() {
    swept s1 $one
    if [ $two = 75 ]; then base; else one_of $b "$before"; fi
}
sweep_sweep() {
    swept s1 $one
    swept s2 $two
    [ $one = 0 ] || [ $two = 0 ] || be_wrong "$what: both are refused"
    base
}
sweep_search() {
    swept s1 $one
    whole search.tsv || lose "$what"
    base
}

samples() { cat M/sys/bus/i2c/drivers/ina3221/*/hwmon/*/samples | tr '\n' ' '; }
log_1() { powerlog -i 1s -n $((RANDOM % 6 + 2)) --chip-samples 4 -o p1.tsv; }
log_2() { powerlog -i 1s -n $((RANDOM % 6 + 2)) --chip-samples 4 -o p2.tsv; }
log_16() { powerlog -i 1s -n 3 --chip-samples 16 -o p2.tsv; }
log_run() { powerlog -i 1s -o p1.tsv -- pmode run $a -- sleep 0.05; }
logs() {
    for rows in p1.tsv p2.tsv; do [ ! -e $rows ] || whole $rows || lose "$what: $rows"; done
    [ "$(samples)" = "$chip" ] || leave_changed "$what: samples: $(samples)"
    base
}

emulate agx-orin --time-scale 100
before=$(mode) chip=$(samples)
pmode enum --sample 4 --seed 1 >space
pair 100 3 set_a set_b set_set
pair 100 3 set_a run_b set_run
pair 100 3 run_a run_b run_run
pair 100 8 set_a save set_save
pair 100 3 log_1 log_2 logs
pair 100 3 log_1 log_16 logs
pair 100 3 log_run run_b logs
pair 30 1 sweep_1 set_b sweep_set
pair 30 1 sweep_1 sweep_2 sweep_sweep
pair 20 1 sweep_1 search_2 sweep_search
echo "$suite: $refused were refused" >&2
[ "$refused" -gt 0 ] || [ -n "${ONLY:-}" ] || die "nobody was refused: the tools did not meet"
finish
