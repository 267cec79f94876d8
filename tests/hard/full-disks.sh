#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every tool that writes files, on disks of every size from nothing to enough, in steps of 4 kB. A run that does not fit
# ends with status 74, its rows are whole, the state is the one before, and no more is claimed than is there.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
. "$SRC/tests/hard/board.bash"

# fill KIB: an empty disk of that size in `tiny`. tmpfs has no disk of size 0: one page that is taken stands for it.
fill() {
    mountpoint -q tiny && umount tiny
    mount -t tmpfs -o size=$(($1 > 0 ? $1 : 4))k tmpfs tiny || die "no disk"
    [ "$1" -gt 0 ] || head -c 4096 /dev/zero >tiny/taken
}

# on_disks SUBJECT STEP QUICK CHECK COMMAND...: runs the command on larger and larger disks until it has succeeded on three
# of them, or one with --quick. STEP is in kB, and QUICK with --quick. CHECK looks at what a success claims; every other status than 74 and 0 is wrong.
on_disks() {
    local subject=$1 step=$2 check=$4 kib=0 successes=0 enough=3 got
    [ -z "$quick" ] || { step=$3 && enough=1; }
    shift 4
    wanted "$subject" || return 0
    while [ $successes -lt $enough ]; do
        fill $kib
        cases=$((cases + 1)) what="$subject on a disk of $kib kB"
        "$@" >out.txt 2>err.txt
        got=$?
        case $got in
        0) successes=$((successes + 1)) && { $check || be_wrong "$what"; } ;;
        74) ;;
        *) be_wrong "$what: status $got, not 74: $(cat err.txt)" ;;
        esac
        for rows in tiny/*.tsv tiny/s/*.tsv tiny/s/*/*.tsv tiny/s/*/*/*.tsv; do
            [ ! -e "$rows" ] || whole "$rows" || lose "$what: $rows"
        done
        [ -z "${WATTLINE_ROOT:-}" ] || same_state || leave_changed "$what: $(cat err.txt)"
        kib=$((kib + step))
        [ $kib -le 4096 ] || die "$subject: no disk is large enough: $(cat err.txt)"
    done
    umount tiny
    report "$subject"
}

lines() { [ "$(wc -l <"$1")" = "$2" ]; }
has_log() { lines tiny/p.tsv $((200 * 5 + 1)) && [ -s tiny/p.tsv.meta ] && lines tiny/sum.tsv 6; }
has_load() { lines tiny/l.tsv 101 && [ -s tiny/l.tsv.meta ] && [ "$(wc -l <tiny/sum.tsv)" -gt 10 ]; }
has_state() { cmp -s tiny/state.tsv before.state; }
has_knobs() { lines tiny/knobs.tsv "$knobs"; }
has_sweep() { lines tiny/s/journal.tsv 4 && lines tiny/s/profiles.tsv 4 && lines out.txt 4; }
has_search() { [ "$(column tiny/search.tsv decision | tail -n 1)" != "" ] && lines tiny/search.tsv $(($(wc -l <tiny/s/journal.tsv) + 1)); }
has_comparison() { lines tiny/runs.tsv 9 && lines tiny/compared.tsv 2; }
has_files() { [ "$(find tiny/set -name '*.jpg' -size +0 | wc -l)" = 12 ] && cmp -s out.txt manifest.tsv; }
has_joules() { lines tiny/j.tsv "$(wc -l <e.tsv)"; }
has_residency() { lines tiny/c.tsv 41; }
has_steps() { lines tiny/steps.tsv 161 && lines tiny/epochs.tsv 9; }

has_page() { grep -q '^TOTAL .* W ' out.txt && grep -q '^CPU .* MHz' out.txt; }

mkdir tiny
# Without a board: data sets, residency, training.
dsgen images --out set --count 12 --classes 2 --width 64 --height 48 --bytes 4k --seed 1 >manifest.tsv || die "dsgen"
dsgen_tiny() { dsgen images --out tiny/set --count 12 --classes 2 --width 64 --height 48 --bytes 4k --seed 1; }
on_disks dsgen 4 16 has_files dsgen_tiny
mkdir many && for i in $(seq 40); do echo "$i" >"many/a-file-with-a-name-of-some-length-$i"; done
on_disks 'cachestat -o' 4 4 has_residency cachestat -o tiny/c.tsv many/*
if command -v trainstep >/dev/null; then
    dsgen idx --out D --count 320 >/dev/null
    on_disks trainstep 4 24 has_steps trainstep lenet --data D --epochs 8 --batch 16 -o tiny/steps.tsv --epochs-out tiny/epochs.tsv
else
    echo "$suite: trainstep is not built: left out" >&2
fi

emulate agx-orin --time-scale 20
printf 'mode\n4c/1.2G/900M/2133M\n8c/1.2G/900M/2133M\n12c/max/900M/2133M\n' >modes.tsv
pmode enum --sample 6 --seed 1 >space.tsv
knobs=$(pmode run 4c/1.2G/900M/2133M -o knobs.tsv -- true && wc -l <knobs.tsv)
short=(-n 3 --readings 3 --window 1s -i 500ms)
step=(jetsim step --workload resnet18)
on_disks powerlog 4 28 has_log powerlog -i 100ms -n 200 -o tiny/p.tsv --summary tiny/sum.tsv
# It goes on without a child whose files find no place, and names it.
wattop_tiny() {
    TMPDIR=$PWD/tiny wattop --once -i 100ms && return
    ! grep -q 'ended with status 74' out.txt || return 74
}
on_disks wattop 4 8 has_page wattop_tiny
on_disks loadlog 4 12 has_load loadlog -i 100ms -n 100 -o tiny/l.tsv --summary tiny/sum.tsv
on_disks 'pmode save' 4 8 has_state pmode save tiny/state.tsv
on_disks 'pmode run -o' 4 4 has_knobs pmode run 4c/1.2G/900M/2133M -o tiny/knobs.tsv -- true
on_disks pmsweep 4 100 has_sweep pmsweep --out tiny/s --modes modes.tsv "${short[@]}" -- "${step[@]}"
on_disks pmsearch 4 150 has_search pmsearch run --budget 30 --modes space.tsv --max-profiles 3 -o tiny/search.tsv \
    --sweep-option=--out=tiny/s "${short[@]/#/--sweep-option=}" -- "${step[@]}"
# On a disk that is full, the command goes on as it is, and pmtune says so with status 1.
tune_tiny() {
    pmtune --budget 30 --out tiny/t -o tiny/w.tsv --summary tiny/words.txt -- jetsim step --workload resnet18 --max-steps 200 >steps.txt
    local status=$?
    [ "$(wc -l <steps.txt)" -gt 200 ] || [ $status = 74 ] || be_wrong "$what: the command did not go on to its end"
    [ $status != 1 ] || ! grep -q 'No space left' err.txt || status=74
    [ $status != 1 ] || [ ! -s tiny/words.txt ] || status=0 # on a busy machine there are warnings
    return $status
}
has_tuned() { [ -s tiny/w.tsv ] && [ -s tiny/words.txt ] && [ -s tiny/t/before.state ]; }
on_disks pmtune 4 60 has_tuned tune_tiny
compare_tiny() {
    local status=0
    wattcompare -q --pilot 4 --max-runs 4 --warm-up 0 --cool-down 0 -i 500ms --timeout 10h --quantities step_ms \
        --runs-out tiny/runs.tsv -o tiny/compared.tsv --mode 4c/1.2G/900M/2133M --mode 12c/max/900M/2133M -- \
        jetsim step --workload resnet18 --max-steps 3 || status=$?
    [ $status = 1 ] || return $status # 1: on a busy machine the power readings of a run have gaps
}
on_disks wattcompare 4 12 has_comparison compare_tiny
powerlog -o p.tsv -- jetsim step --workload lenet --epochs 200 --max-steps 2 --epochs-out e.tsv -o steps.tsv || die "no epochs"
joules_tiny() {
    local status=0
    joules -q -o tiny/j.tsv p.tsv <e.tsv || status=$?
    [ $status = 1 ] || return $status # 1: an epoch of two steps is shorter than the sensor resolves
}
on_disks 'joules -o' 4 8 has_joules joules_tiny
finish
