#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The verdicts of wattcheck on profiles: clean ones are valid, and a defect that comes while the window is open makes a
# profile invalid by the rule about it. On a busy machine, readings come late, and the rules about them say so. The readings of
# a steady load may all be equal, which the rule `distinct` reports.
set -uo pipefail
fail() { echo "$*" && cat err.txt && exit 1; }
mkdir M
jetsim mount --board agx-orin --time-scale 5 M
export WATTLINE_ROOT=$PWD/M
printf '%s\n' NA distinct missed gap coverage error-bound fresh-rate readings clock-offset >late.txt
printf 'mode\n4c/1.2G/900M/2133M\n8c/max/max/2133M\n' >modes.tsv
head -2 modes.tsv >one.tsv
step=(jetsim step --workload resnet18 --epochs 1000)
values() { mlr --itsv --onidx --ofs ' ' cut -of "$1" rows.tsv; }
sweep() { # sweep MODES OPTION... -- COMMAND: its rows, in rows.tsv; it ends with status 0 whatever the verdicts are
    rm -rf s
    pmsweep --modes "$1" --out s "${@:2}" >rows.tsv 2>err.txt || fail "pmsweep ${*:2}: status $?: $(cat rows.tsv)"
}
broken() { # the rules in the rows that a busy machine does not explain
    values verdict_rules | tr , '\n' | grep -v -x -f late.txt
}
shown=0
clean() { # clean MODES OPTION... -- COMMAND: every profile is valid; status 1 if the machine was too busy for that
    for _ in 1 2 3 4 5; do
        sweep "$@"
        values verdict | grep -v -q -x valid || { shown=$((shown + 1)) && return 0; }
        [ -z "$(broken)" ] || fail "$*: not valid: $(cat rows.tsv s/*/verdict.tsv)"
    done
    echo "$*: the machine was busy: $(cat rows.tsv)"
    return 1
}

clean modes.tsv -- "${step[@]}" && { grep -qx 'invalid	0	1' s/summary.tsv || fail "$(cat s/summary.tsv)"; }
[ "$(values source | sort -u)" = emulated ] || fail "$(cat rows.tsv)"
for run in s/[48]_*; do
    # Who asks wattcheck about the files in the folder gets the same rows.
    wattcheck -q --profile quick --allow-emulated "$run"/{power,steps,load}.tsv >again.tsv
    cmp "$run/verdict.tsv" again.tsv || fail "$run: other verdicts"
    for rule in mode clocks throttling temperature resolution complete boot host software; do
        grep -q "^$rule	pass	" again.tsv || fail "$run: $rule: $(cat again.tsv)"
    done
    grep '^error-bound	unknown' again.tsv && fail 'the error of a reading is not stated'
done
clean modes.tsv --live -- "${step[@]}"
[ $shown -gt 0 ] || fail 'no sweep was valid: the machine is too busy for this test'
sweep one.tsv --check none -- "${step[@]}"
[ "$(values verdict,verdict_rules)" = 'NA NA' ] && [ -z "$(find s -name verdict.tsv)" ] || fail "judged with --check none"
# A run that is measured as a whole has no steps to judge.
for _ in 1 2 3 4 5; do pmsweep --modes one.tsv --out w --resume --only missing -- sleep 2 >rows.tsv 2>err.txt && break; done
case $(values verdict,verdict_rules) in
'unknown steps,step-cv,first-step') ;;
invalid*) [ -z "$(broken)" ] || fail "$(cat rows.tsv w/4_*/verdict.tsv)" ;;
*) fail "$(cat rows.tsv)" ;;
esac

defect() { # defect COMMAND...: what happens to the board while the window of a minute is open; the rules that failed
    rm -rf s
    pmsweep --modes one.tsv --out s --window 60s -- "${step[@]}" >rows.tsv 2>err.txt &
    until [ "$(wc -l <s/4_*/steps.tsv)" -gt 50 ]; do kill -0 $! || fail "it ended: $(cat rows.tsv)"; sleep 0.05; done 2>/dev/null
    "$@"
    wait $! || [ $? = 1 ] || fail "$*: $(cat rows.tsv)" # 1: the mode before cannot be restored on a board that throttles
    [ "$(values verdict)" = invalid ] || fail "$*: $(cat rows.tsv s/4_*/verdict.tsv)"
    grep -q 'invalid profiles: 1' err.txt || fail 'no word of it'
    values verdict_rules | tr , '\n' >rules.txt
}
lower_gpu() {
    echo 318750000 >M/sys/class/devfreq/17000000.ga10b/min_freq
    echo 318750000 >M/sys/class/devfreq/17000000.ga10b/max_freq
}
defect lower_gpu
for rule in mode clocks; do grep -q -x $rule rules.txt || fail "clocks that were lowered: $(cat rows.tsv)"; done
grep -q '318750k.*,.*930750k' s/4_*/verdict.tsv || fail "the modes are not named: $(cat s/4_*/verdict.tsv)"
defect jetsim fault M throttle
grep -q -x throttling rules.txt || fail "throttling: $(cat rows.tsv)"
jetsim fault M --clear

# Without wattcheck there are profiles, and no verdicts.
mkdir bin && for tool in pmsweep powerlog pmode; do cp "$(command -v "$tool")" bin; done
jetsim=$(command -v jetsim)
rm -rf s
PATH=$PWD/bin:/usr/bin:/bin bin/pmsweep --modes one.tsv --out s -- "$jetsim" step --workload resnet18 >rows.tsv 2>err.txt ||
    fail "without wattcheck: status $?"
[ "$(values status,verdict,verdict_rules)" = 'ok unknown NA' ] || fail "$(cat rows.tsv)"
grep -q 'profiles are not judged: wattcheck: ' err.txt || fail 'no word of it'
jetsim umount M
