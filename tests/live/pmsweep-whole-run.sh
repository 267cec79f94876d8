#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A command without step rows is profiled by its whole run: it takes at least as long as the command itself says. Where step rows
# were asked for by name, they are missing.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode set 6c/1.2G/900M/2133M >set.txt || fail "$(cat set.txt)"
pmode save before.tsv
printf 'mode\n4c/1.2G/900M/2133M\n8c/max/max/2133M\n' >modes.tsv
sweep() { # sweep STATUS ARGUMENT...
    local wanted=$1 status=0
    rm -rf s
    pmsweep --modes modes.tsv --out s "${@:2}" >rows.tsv 2>err.txt || status=$?
    [ $status = "$wanted" ] || fail "pmsweep ${*:2}: status $status: $(cat rows.tsv)"
    pmode save after.tsv && cmp before.tsv after.tsv || fail "pmsweep ${*:2}: the mode before was not restored"
}
values() { mlr --itsv --onidx --ofs ' ' cut -of "$1" rows.tsv | paste -sd ,; }

# The command writes down its own times. On a busy machine power readings may be missing, and then the profile says so.
train="cat /proc/uptime >>times; jetsim step --workload resnet18 --max-steps 200 >/dev/null; cat /proc/uptime >>times"
for _ in 1 2 3 4 5; do
    rm -f times
    pmsweep --modes modes.tsv --out s -- sh -c "$train" >rows.tsv 2>err.txt && break
    grep -q 'power readings are missing' rows.tsv || fail "$(cat rows.tsv)"
    rm -rf s
done
[ "$(values status,settle_reason,steps,minibatch_se_ms,power_se_w)" = 'ok whole-run 1 NA NA,ok whole-run 1 NA NA' ] || fail "$(cat rows.tsv)"
grep -q 'prints no step rows' err.txt || fail 'no word of it'
# One second of this machine is 20 of the board; what starts and ends the command takes time, too.
awk 'NR == FNR { t[FNR] = $1; next }
    FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { s = 20 * (t[2 * FNR - 2] - t[2 * FNR - 3]); ms = $c["minibatch_ms"]
      if (ms < 1000 * s - 400 || ms > 1000 * s + 60000 || $c["energy_j"] <= 0) { print s, $0; bad = 1 } }
    END { exit bad }' FS='[ \t]' times FS='\t' rows.tsv || fail "the times differ: $(cat times rows.tsv)"
pmode save after.tsv && cmp before.tsv after.tsv || fail 'the mode before was not restored'

sweep 1 -- sh -c ': {steps}'
[ "$(values reason)" = 'no step rows on {steps},no step rows on {steps}' ] || fail "$(cat rows.tsv)"
# The header of step rows without a row is no whole run.
sweep 1 -- printf 'start_mono_s\tend_mono_s\tstep_ms\n'
grep -q 'no step rows on the standard output' rows.tsv || fail "$(cat rows.tsv)"
sweep 1 -- printf 'no line'
sweep 1 --live -- true
grep -q 'no step rows on the standard output' rows.tsv || fail "$(cat rows.tsv)"
sweep 65 -- echo hello
# Rows of another clock would never be in a window.
jetsim step --workload resnet18 --max-steps 3 >old.tsv
sweep 65 -- cat old.tsv
grep -q 'starts .* s before the command: its times are not those of the board' err.txt || fail "$(cat err.txt)"
# A program that is no workload of the board leaves it idle, and its time is that of this machine.
sweep 0 --whole-run -- sleep 0.1
grep -q 'the emulated board was idle meanwhile: .*; the times are those of this machine' err.txt || fail 'no word of an idle board'
sweep 64 --live --whole-run -- echo hello
sweep 1 --whole-run -- sh -c 'echo hello; exit 3'
[ "$(values status)" = failed,failed ] && grep -q 'ended with status 3' rows.tsv || fail "$(cat rows.tsv)"
grep -qx hello s/*/stdout.log || fail 'its output is lost'
sweep 1 --whole-run --timeout 10s -- sleep 100
grep -q 'did not end within 10 s' rows.tsv || fail "$(cat rows.tsv)"
jetsim umount M
