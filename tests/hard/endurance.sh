#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# 48 emulated hours of powerlog, loadlog and pmsweep on one board, under faults of knobs and sensors and with a wall clock
# that is set by an hour every few seconds. No tick is unaccounted for, the joules of the hours agree with the board's
# ledger within 1 %, memory does not grow, and the state is restored. With --quick it is one hour, which has too few samples
# for that: there the error that joules prints is allowed.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
. "$SRC/tests/hard/board.bash"
RANDOM=20261122
scale=432
hours=48
[ -z "$quick" ] || scale=120 hours=1
# VDD_IN is the board's total; the other rails are parts of it.
faults=(throttle stuck-core:3 stale-clock:2 stuck-gpu stuck-emc emc-unreadable meddle:5m hang:4c/-/-/- rail-eio:VDD_SOC
    rail-nan:VDD_CPU_GPU_CV rail-huge:VDD_SOC)

resident_kb() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null; }
rows_of() { wc -l <"$1"; }

# Switches faults on and off until the log has ended. Prints the memory of each process after a quarter, and at the end.
meddle() {
    local round=0 quarter=$((hours * 3600 / 5 / 4)) early=''
    while kill -0 $power 2>/dev/null; do
        round=$((round + 1))
        jetsim fault M --clear "${faults[RANDOM % ${#faults[@]}]}"
        [ $((round % 40)) != 20 ] || jetsim fault M rail-eio:VDD_IN
        if [ -z "$early" ] && [ -s p.tsv ] && [ "$(grep -c TOTAL p.tsv)" -ge $quarter ]; then
            early="$(resident_kb $power) $(resident_kb $load) $(resident_kb $sweep) $(rows_of sweep.tsv)"
        fi
        late="$(resident_kb $power) $(resident_kb $load) $(resident_kb $sweep) $(rows_of sweep.tsv)"
        [ "$(wc -w <<<"$late")" != 4 ] || echo "$early $late" >memory.txt
        sleep 1
        [ $((round % 3)) != 0 ] || { jetsim fault M --clear && sleep 1; }
    done
    jetsim fault M --clear
}

# ticks NAME FILE SECONDS MISSED: rows and missed ticks are all ticks of the hours.
ticks() {
    local rows expected=$((hours * 3600 / $3 + 1))
    cases=$((cases + 1))
    whole "$2" || lose "$1: $2 is not whole"
    rows=$(column "$2" mono_s | sort -u | wc -l)
    echo "$suite: $1: $rows ticks, $4 missed, $expected due" >&2
    [ $((rows + $4)) -ge $((expected - 1)) ] && [ $((rows + $4)) -le $((expected + 1)) ] || lose "$1: $rows ticks and $4 missed, $expected were due"
    column "$2" mono_s | awk '$1 <= last { exit 1 } { last = $1 }' || lose "$1: the monotonic clock does not increase"
    column "$2" time_s | awk '$1 < last { back++ } { last = $1 } END { exit !back }' || die "$1: the wall clock was never set back"
    report "$1"
}

# An interval in which the total could not be read, or too many ticks were missed, has no energy.
ledger() {
    local from seconds=600
    from=$(column total.tsv mono_s | head -n 1)
    awk -v from="$from" -v n=$((hours * 3600 / seconds)) -v length_s=$seconds 'BEGIN {
        print "start_mono_s\tend_mono_s\tsource"
        for (i = 0; i < n; i++) printf "%.6f\t%.6f\temulated\n", from + i * length_s, from + (i + 1) * length_s }' >intervals.tsv
    joules -r TOTAL total.tsv <intervals.tsv >joules.tsv || [ $? = 1 ] || die "joules" # 1: a gap
    mlr --itsv --onidx --ofs ' ' cut -o -f start_mono_s,end_mono_s,energy_j,energy_err_j joules.tsv | while read -r start end energy error; do
        echo "$energy $error $(jetsim ledger --from "$start" --to "$end" M | awk '$1 == "TOTAL"' | cut -f 5)"
    done >compared.txt
    cases=$((cases + $(wc -l <compared.txt)))
    awk -v suite="$suite" -v quick="$quick" '$1 != "NA" { n++; sum += $1; error += $2 * $2; truth += $3 } END {
        off = truth ? sum / truth - 1 : 1
        printf "%s: %d of %d intervals, off by %.3f %%\n", suite, n, NR, 100 * off
        allowed = quick && sqrt(error) > 0.01 * truth ? sqrt(error) / truth : 0.01
        exit !(off < allowed && off > -allowed && n >= NR / 4) }' compared.txt >&2 || be_wrong "the energy of the intervals: $(tr '\n' ';' <compared.txt)"
    report 'joules and the ledger'
}

memory() { # early and late: powerlog, loadlog, pmsweep in kB, rows of pmsweep
    cases=$((cases + 3))
    echo "$suite: memory: $(cat memory.txt)" >&2
    awk 'NF == 8 { exit !($5 - $1 < 1024 && $6 - $2 < 1024 && $7 - $3 < 2048 + 8 * ($8 - $4)) }' memory.txt || be_wrong "memory grows: $(cat memory.txt)"
    report memory
}

emulate orin-nano --time-scale $scale
clock=$BIN/../tests/stepping_clock.so
[ -e "$clock" ] || die "$clock: not built"
pmode enum --sample 200 --seed 1 >modes.tsv
pmsweep --modes modes.tsv --runs 100 --out s -n 5 --readings 5 --window 30s -i 2s --timeout 20m -- \
    jetsim step --workload resnet18 >sweep.tsv 2>sweep.err &
sweep=$!
# A sweep refuses to begin while a knob cannot be read, and keeps what it has to restore here.
until [ -s s/before.state ]; do kill -0 $sweep || die "pmsweep: $(cat sweep.err)"; sleep 0.1; done
export LD_PRELOAD=$clock
powerlog -q -i 5s -d ${hours}h -o p.tsv --summary p.sum 2>p.err &
power=$!
loadlog -q -i 20s -d ${hours}h -o l.tsv --summary l.sum 2>l.err &
load=$!
unset LD_PRELOAD
meddle
wait $power || [ $? = 1 ] || die "powerlog: status $?: $(cat p.err)"
wait $load || [ $? = 1 ] || die "loadlog: $(cat l.err)"
until [ "$(rows_of sweep.tsv)" -ge 2 ]; do kill -0 $sweep || die "pmsweep: $(cat sweep.err)"; sleep 0.1; done
kill -TERM $sweep
wait $sweep
got=$?
[ $got = 143 ] || die "pmsweep: status $got: $(cat sweep.err)"

{ head -n 1 p.tsv && grep TOTAL p.tsv; } >total.tsv
ticks powerlog total.tsv 5 "$(column p.sum missed | head -n 1)"
ticks loadlog l.tsv 20 "$(column l.sum missed | head -n 1)"
ledger
memory
cases=$(($(rows_of sweep.tsv) - 1))
echo "$suite: pmsweep: $cases runs: $(column sweep.tsv status | sort | uniq -c | tr '\n' ' ')" >&2
whole sweep.tsv && [ "$(rows_of s/journal.tsv)" = $((cases + 1)) ] || lose "pmsweep: its rows and its journal differ"
same_state || leave_changed pmsweep
report pmsweep
finish
