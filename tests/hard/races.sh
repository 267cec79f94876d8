#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two tools at once on one board and in one folder: pairs that set modes, sweep, search and log, started together 100 times.
# Who is refused gets status 75 and changes nothing; no row of a mode that was not in force is flagged ok; in the end the state
# is the one before, or the one that was set last.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
. "$SRC/tests/hard/board.bash"
a=4c/1190400k/930750k/2133000k b=8c/1190400k/726750k/3199000k
refused=0

mode() { pmode get --mode --columns mode --no-header; }

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
restore_b() { pmode restore b.state; }
run_a() { pmode run $a -- sh -c "pmode get --mode --columns mode --no-header >run_a.txt"; }
run_b() { pmode run $b -- sh -c "sleep 0.0$((RANDOM % 10)); pmode get --mode --columns mode --no-header >run_b.txt"; }
save() { pmode save saved.state; }
ran_in() { [ "$2" = 75 ] || [ "$(cat "$1.txt")" = "$3" ] || be_wrong "$what: $1 ran in $(cat "$1.txt")"; }

# pair FIRST,SECOND: their races as the plan says, on a board of their own. Their moments do not depend on the other pairs.
pair() {
    local times few check
    read -r times few check < <(awk -v pair="$1" '$1 == pair { print $2, $3, $4 }' ../plan)
    [ -z "$quick" ] || times=$few
    RANDOM=20261122
    emulate agx-orin --time-scale 40 # at 100, the loggers alone keep two cores busy, and a sweep takes twice as long
    before=$(mode) chip=$(samples)
    pmode set $b && pmode save b.state && pmode restore before.state
    pmode enum --sample 4 --seed 1 >space
    for _ in $(seq "$times"); do
        rm -rf s1 s2 t1 run_?.txt ./*.tsv saved.state
        race "${1%,*}" "${1#*,}"
        "$check"
        again
    done
    echo $refused >refused
    report "${1/,/, }"
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

sweep() { pmsweep --modes ../modes --out "$1" -n 3 --readings 3 --window 1s -i 500ms -- jetsim step --workload resnet18 >"$1.tsv"; }
sweep_1() { sweep s1; }
sweep_2() { sweep s2; }
search_2() {
    pmsearch run --budget 30 --modes space --max-profiles 2 --sweep-option=--out=s2 --sweep-option=--minibatches=3 \
        --sweep-option=--readings=3 --sweep-option=--window=1s --sweep-option=--interval=500ms -- jetsim step --workload resnet18 >search.tsv
}
# A row that is flagged ok has the time of its mode.
rows_right() {
    whole "$1" || lose "$what: $1"
    mlr --itsv --onidx --ofs ' ' filter '$status == "ok" && $flag == "ok"' then cut -o -f cores,cpu_khz,gpu_hz,emc_hz,minibatch_ms "$1" |
        while read -r cores cpu gpu emc ms; do
            awk -F'\t' -v c="$cores" -v p="$cpu" -v g="$gpu" -v e="$emc" -v ms="$ms" '
                $1 == c && $2 == p && $3 == g && $4 == e { off = ms / $5 - 1; exit off > 0.25 || off < -0.25 }' ../truth || echo "$cores $cpu $gpu $emc: $ms ms"
        done | grep . >&2 && be_wrong "$what: rows of $1"
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
tune_1() { pmtune -q --budget 30 --out t1 -o t1.tsv -- jetsim step --workload resnet18 --max-steps 60 >t1.steps; }
tune_set() {
    if [ $one = 0 ]; then
        whole t1.tsv || lose "$what: t1.tsv"
        [ "$(column t1.tsv steps | awk '{ steps += $1 } END { print steps }')" -ge 60 ] || be_wrong "$what: steps are missing in t1.tsv"
    fi
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
log_both() { powerlog -i 1s -n $((RANDOM % 40 + 2)) -o both.tsv; }
load_both() { loadlog -i 1s -n $((RANDOM % 40 + 2)) -o both.tsv; }
log_beside() { powerlog -i 1s -n 100 -o p1.tsv; }
log_run() { powerlog -i 1s -o p1.tsv -- pmode run $a -- sleep 0.05; }
logs() {
    for rows in p1.tsv p2.tsv; do [ ! -e $rows ] || whole $rows || lose "$what: $rows"; done
    [ "$(samples)" = "$chip" ] || leave_changed "$what: samples: $(samples)"
    base
}

# One writer at a time: the file has the rows of one tool, and its meta file is of the same tool.
one_file() {
    local tool
    whole both.tsv || lose "$what: both.tsv"
    case $(head -n 1 both.tsv) in *power_w*) tool=powerlog ;; *) tool=loadlog ;; esac
    [ "$(awk -F'\t' '$1 == "tool" { print $2 }' both.tsv.meta)" = $tool ] || be_wrong "$what: statuses $one $two: rows of $tool, meta: $(cat both.tsv.meta)"
    if [ $one = 75 ]; then [ $tool = loadlog ]; elif [ $two = 75 ]; then [ $tool = powerlog ]; fi || be_wrong "$what: statuses $one $two: rows of $tool"
    base
}
# Who only reads is not refused, and refuses nobody.
sweep_log() {
    swept s1 $one
    [ $one = 0 ] && [ $two = 0 ] || be_wrong "$what: statuses $one $two"
    whole p1.tsv || lose "$what: p1.tsv"
    base
}

printf 'mode\n2c/1.2G/600M/2133M\n6c/1.2G/900M/2133M\n' >modes
jetsim truth --board agx-orin --workload resnet18 >truth
# Pair, races, races with --quick, what is checked.
cat >plan <<'EOF'
set_a,set_b 100 3 set_set
set_a,run_b 100 3 set_run
run_a,run_b 100 3 run_run
set_a,restore_b 100 3 set_set
set_a,save 100 8 set_save
log_1,log_2 100 3 logs
log_1,log_16 100 3 logs
log_run,run_b 100 3 logs
log_both,load_both 100 3 one_file
sweep_1,set_b 100 1 sweep_set
tune_1,set_b 100 1 tune_set
sweep_1,sweep_2 100 1 sweep_sweep
sweep_1,search_2 100 1 sweep_search
sweep_1,log_beside 100 1 sweep_log
EOF
pairs=()
while read -r name _; do ! wanted "$name" || pairs+=("$name"); done <plan
beside pair "${pairs[@]}"
status=$?
refused=$(cat ./*/refused | awk '{ sum += $1 } END { print sum }')
echo "$suite: $refused were refused" >&2
[ "$refused" -gt 0 ] || [ -n "${ONLY:-}" ] || die "nobody was refused: the tools did not meet"
exit $status
