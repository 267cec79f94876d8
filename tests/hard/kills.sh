#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SIGKILL and every signal that can be caught and whose default action ends a process, to the process and to its group, as
# a terminal does, at random moments of runs that change the state, mount something or append rows. The moment is a random
# part of the time that a run takes here. Afterwards rows are whole, the state is the one before (after SIGKILL by
# `pmode restore --last`), and a run that goes on neither loses nor doubles a row.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
. "$SRC/tests/hard/board.bash"
signals=(QUIT TERM PIPE INT KILL HUP USR2 ALRM SEGV ABRT USR1 XCPU RTMIN ILL TRAP BUS FPE STKFLT VTALRM PROF IO PWR SYS XFSZ RTMAX)
hits=0

# duration COMMAND...: sets `whole_ms`, the time that it takes undisturbed; the second run counts.
duration() {
    "$@" >/dev/null 2>err.txt || die "undisturbed: $*: $(cat err.txt)"
    local from=$EPOCHREALTIME to
    "$@" >/dev/null 2>err.txt || die "undisturbed: $*: $(cat err.txt)"
    to=$EPOCHREALTIME
    whole_ms=$(((${to/./} - ${from/./}) / 1000 + 1))
}

# strike COMMAND...: sends it the next signal, first to the process alone, then to its group. Sets `signal`, `target` and `got`,
# its status, and `what`, which names the case. If the run has ended by then, the next signals come a little earlier, else a
# little later: the machine may be more or less busy than before.
strike() {
    signal=${signals[cases / 2 % ${#signals[@]}]} target=process
    [ $((cases % 2)) = 0 ] || target=group
    local after=$((RANDOM % 1000 * whole_ms / 1000)) group=
    [ $target = process ] || group=-
    what="$1 ${2:-}, case $((cases += 1)): SIG$signal to the $target after $after of $whole_ms ms"
    env --default-signal setsid "$@" 2>>err.txt &
    sleep "$((after / 1000)).$(printf %03d $((after % 1000)))"
    if kill -s "$signal" -- "$group$!" 2>/dev/null; then
        hits=$((hits + 1)) whole_ms=$((whole_ms * 101 / 100 + 1))
    else
        whole_ms=$((whole_ms * 9 / 10 + 1))
    fi
    if [ -n "${endless:-}" ]; then kill "$!" 2>/dev/null; fi
    wait $! 2>/dev/null
    got=$?
}

# As after a crash: what cannot restore by itself is restored.
restored() {
    if [ "$signal" = KILL ]; then pmode restore --wait 10h --last || leave_changed "$what: restore --last"; fi
    same_state || leave_changed "$what"
}

kill_pmode() {
    local modes=(2c/min/min/min 4c/1.2G/900M/2133M 12c/max/min/max 1c/max/max/min)
    duration pmode run "${modes[1]}" -- true
    for _ in $(seq "$1"); do
        strike pmode run "${modes[RANDOM % 4]}" -o knobs.tsv -- true
        restored
        if [ "$got" = 0 ]; then whole knobs.tsv && [ "$(wc -l <knobs.tsv)" -gt 4 ] || be_wrong "$what"; fi
        [ "$signal" = KILL ] || whole knobs.tsv || lose "$what"
    done
    report 'pmode run'
}

samples() { cat M/sys/bus/i2c/drivers/ina3221/*/hwmon/*/samples | tr '\n' ' '; }

# Rows that were whole are there after the next run, too; the clock runs on from row to row, hence none is doubled.
check_log() {
    [ -s seen.tsv ] || [ -e p.tsv ] || return 0 # killed before it made the file
    head -c "$(wc -c <seen.tsv)" p.tsv | cmp -s - seen.tsv || lose "$what: earlier rows"
    [ "$signal" = KILL ] || whole p.tsv || lose "$what"
    head -n "$(wc -l <p.tsv)" p.tsv >seen.tsv
    whole seen.tsv || lose "$what: a whole line"
    awk -F'\t' 'NR > 1 && $2 <= last { bad = 1 } { last = NR > 1 ? $2 : 0 } END { exit bad }' seen.tsv || lose "$what: doubled"
}

kill_powerlog() {
    local log=(powerlog -r TOTAL -i 200ms -n 12 --chip-samples 4 -o p.tsv --append) chip
    chip=$(samples)
    duration "${log[@]}"
    rm p.tsv
    : >seen.tsv
    for _ in $(seq "$1"); do
        strike "${log[@]}"
        check_log
        # Averaging that SIGKILL left is restored by the next log.
        if [ "$signal" = KILL ]; then powerlog -n 1 --chip-samples 4 >/dev/null; fi
        [ "$(samples)" = "$chip" ] || leave_changed "$what: samples: $(samples)"
        if [ -e p.tsv ] && [ "$(wc -l <p.tsv)" -gt 400 ]; then rm p.tsv && : >seen.tsv; fi
    done
    report 'powerlog --append'
}

# Each sweep is killed up to three times and then goes on to its end.
kill_pmsweep() {
    local sweep=(pmsweep --modes modes.tsv --out s -n 3 --readings 3 --window 1s -i 500ms --resume -o rows.tsv --append --
        jetsim step --workload resnet18)
    printf 'mode\n4c/1.2G/900M/2133M\n8c/1.2G/900M/2133M\n12c/max/900M/2133M\n' >modes.tsv
    rm -rf s rows.tsv*
    duration sh -c 'rm -rf s && exec "$@"' sweep "${sweep[@]}"
    for i in $(seq "$1"); do
        if [ $((i % 3)) = 1 ]; then rm -rf s rows.tsv*; fi
        strike "${sweep[@]}"
        restored
        [ "$signal" = KILL ] || whole rows.tsv || lose "$what"
        [ $((i % 3)) != 0 ] || finish_sweep "${sweep[@]}"
    done
    report 'pmsweep --resume'
}

finish_sweep() {
    "$@" 2>err.txt || die "$what: the sweep does not go on: status $?: $(cat err.txt)"
    same_state || leave_changed "$what, resumed"
    whole rows.tsv && [ "$(column rows.tsv cores | paste -sd ' ')" = '4 8 12' ] || lose "$what, resumed: $(column rows.tsv cores | paste -sd ' ')"
    [ "$(column rows.tsv status | sort -u)" = ok ] || be_wrong "$what, resumed: $(column rows.tsv reason)"
}

# pmsweep, a child of pmsearch, restores the state, also when pmsearch alone was killed.
kill_pmsearch() {
    local search=(pmsearch run --budget 30 --modes space.tsv --max-profiles 4 -o search.tsv --sweep-option=--out=s
        --sweep-option=--resume --sweep-option=--minibatches=3 --sweep-option=--readings=3 --sweep-option=--window=1s
        --sweep-option=--interval=500ms -- jetsim step --workload resnet18)
    pmode enum --sample 8 --seed 1 >space.tsv
    rm -rf s
    duration sh -c 'rm -rf s && exec "$@"' search "${search[@]}"
    for i in $(seq "$1"); do
        if [ $((i % 3)) = 1 ]; then rm -rf s search.tsv*; fi
        strike "${search[@]}"
        if [ $target = group ]; then restored; else same_state || leave_changed "$what"; fi
        whole search.tsv || lose "$what"
        [ $((i % 3)) != 0 ] || finish_search "${search[@]}"
    done
    report 'pmsearch run'
}

finish_search() {
    "$@" 2>err.txt
    [ $? -le 1 ] || die "$what: the search does not go on: $(cat err.txt)"
    same_state || leave_changed "$what, resumed"
    whole search.tsv && column search.tsv decision | tail -n 1 | grep -E 'answer|infeasible' >/dev/null || lose "$what, resumed"
    [ "$(cut -f 2 s/journal.tsv | sort | uniq -d)" = '' ] || lose "$what, resumed: two rows of one run"
}

# The command is told to end, too, and what it printed until then is passed on. Status 1: on a busy machine there are warnings.
kill_pmtune() {
    local tune=(pmtune --budget 30 --steps 400 --out t -o windows.tsv --summary words.txt -- jetsim step --workload resnet18 --max-steps 400)
    duration sh -c 'rm -rf t && { "$@" || [ $? = 1 ]; }' tune "${tune[@]}"
    for _ in $(seq "$1"); do
        rm -rf t windows.tsv*
        strike "${tune[@]}" >steps.tsv
        restored
        if [ "$signal" != KILL ] && [ -e windows.tsv ]; then whole windows.tsv || lose "$what"; fi
        if [ "$got" = 0 ]; then [ "$(wc -l <steps.tsv)" -gt 400 ] && [ -s windows.tsv ] || be_wrong "$what"; fi
    done
    report pmtune
}

# pmode, a child of wattcompare in a group of its own, restores the state, also when wattcompare was killed.
kill_wattcompare() {
    local -x TMPDIR=$PWD/tmp # a killed wattcompare leaves its files there
    mkdir "$TMPDIR"
    local compare=(wattcompare -q --pilot 4 --max-runs 4 --warm-up 0 --cool-down 0 -i 500ms --timeout 10h --quantities step_ms
        --runs-out runs.tsv -o compared.tsv --mode 4c/1.2G/900M/2133M --mode 12c/max/900M/2133M --
        jetsim step --workload resnet18 --max-steps 3)
    # Status 1: on a busy machine the power readings of a run have gaps.
    duration sh -c '"$@" || [ $? = 1 ]' compare "${compare[@]}"
    for _ in $(seq "$1"); do
        rm -f runs.tsv* compared.tsv*
        strike "${compare[@]}"
        same_state || leave_changed "$what"
        if [ "$signal" != KILL ] && [ -e runs.tsv ]; then whole runs.tsv || lose "$what"; fi
        if [ "$got" -le 1 ]; then whole compared.tsv && [ "$(wc -l <runs.tsv) $(wc -l <compared.tsv)" = '9 2' ] || be_wrong "$what"; fi
    done
    rm -r "$TMPDIR"
    report wattcompare
}

kill_trainstep() {
    local train=(trainstep lenet --data D --epochs 2 --batch 16 -o steps.tsv --save net.pt --checkpoint c.pt --every 5 --resume c.pt) size
    dsgen idx --out D --count 320 >/dev/null
    rm -f steps.tsv* c.pt*
    duration sh -c 'rm -f steps.tsv c.pt && exec "$@"' train "${train[@]}"
    size=$(wc -c <net.pt)
    for i in $(seq "$1"); do
        if [ $((i % 3)) = 1 ]; then rm -f steps.tsv* net.pt* c.pt*; fi
        strike "${train[@]}"
        [ ! -e net.pt ] || [ "$(wc -c <net.pt)" = "$size" ] || lose "$what: net.pt"
        [ "$signal" = KILL ] || [ ! -e steps.tsv ] || whole steps.tsv || lose "$what"
        [ $((i % 3)) != 0 ] || finish_training "${train[@]}"
    done
    report 'trainstep --resume'
}

finish_training() {
    "$@" 2>err.txt || die "$what: the training does not go on: $(cat err.txt)"
    { seq 0 19 && seq 0 19; } | cmp -s - <(column steps.tsv step) || lose "$what, resumed"
}

# A file that is pinned, and a board that is mounted, until a signal comes. No process and no mount may be left.
kill_cachestat() {
    local -x endless=yes
    whole_ms=100
    head -c 100000 /dev/zero >pinned.bin
    for _ in $(seq "$1"); do
        strike cachestat pin --fraction 1 "$PWD/pinned.bin" -o pins.tsv
        gone pgrep -f "$PWD/pinned.bin" || leave_changed "$what: a process holds the file"
        [ ! -e pins.tsv ] || [ "$signal" = KILL ] || whole pins.tsv || lose "$what"
    done
    report 'cachestat pin'
}

# Its children end with it, and only SIGKILL leaves its folder.
kill_wattop() {
    local -x TMPDIR=$PWD/top
    mkdir "$TMPDIR"
    duration wattop --once -i 200ms
    for _ in $(seq "$1"); do
        strike sh -c 'exec wattop --once -i 200ms >page.txt'
        gone pgrep -f "$TMPDIR/" || leave_changed "$what: a child is left"
        [ "$signal" = KILL ] || [ -z "$(ls "$TMPDIR")" ] || leave_changed "$what: a folder is left"
        rm -rf "${TMPDIR:?}"/*
    done
    rm -r "$TMPDIR"
    report wattop
}

mounted() { grep -qF " $PWD/B fuse" /proc/self/mounts; }

kill_jetsim() {
    local -x endless=yes
    whole_ms=300
    mkdir B
    for _ in $(seq "$1"); do
        strike jetsim mount --foreground --board orin-nano B
        # A mount that SIGKILL left is taken away by umount, as the state is by restore.
        if [ "$signal" = KILL ] && mounted; then jetsim umount B; fi
        gone mounted || { leave_changed "$what: mounted" && jetsim umount B; }
    done
    report 'jetsim mount'
}

# gone COMMAND...: waits until it fails.
gone() {
    for _ in $(seq 600); do
        "$@" >/dev/null 2>&1 || return 0
        sleep 0.05
    done
    return 1
}

# part NAME: the kills of one tool, on a board of its own. Its moments do not depend on the other parts.
declare -A kills=([pmode]=400 [powerlog]=400 [pmsweep]=150 [pmsearch]=100 [pmtune]=100 [wattcompare]=100 [trainstep]=100 [cachestat]=100 [jetsim]=100 [wattop]=100)
declare -A quick_kills=([pmode]=50 [powerlog]=50 [pmsweep]=6 [pmsearch]=6 [pmtune]=10 [wattcompare]=4 [trainstep]=4 [cachestat]=50 [jetsim]=50 [wattop]=6)
part() {
    RANDOM=20261122
    emulate agx-orin --time-scale 40 # at 100, the loggers alone keep two cores busy, and a sweep takes twice as long
    "kill_$1" "$([ -n "$quick" ] && echo "${quick_kills[$1]}" || echo "${kills[$1]}")"
    echo $hits >hits
}
parts=()
for tool in pmode powerlog pmsweep pmsearch pmtune wattcompare trainstep cachestat jetsim wattop; do
    if ! command -v "$tool" >/dev/null; then
        echo "$suite: $tool is not built: left out" >&2
    elif wanted "$tool"; then
        parts+=("$tool")
    fi
done
beside part "${parts[@]}"
status=$?
hits=$(cat ./*/hits | awk '{ sum += $1 } END { print sum }')
echo "$suite: $hits signals hit a run" >&2
[ "$hits" -gt 0 ] || die "no signal hit a run"
exit $status
