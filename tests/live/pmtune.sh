#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A job on an emulated board: its output is passed on, a mode within the budget is held, and the mode before is in force again
# however the job or pmtune ends.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode save before.tsv
restored() { pmode save after.tsv && cmp before.tsv after.tsv >/dev/null; }
step=(jetsim step --workload resnet18)

powerlog -q -o p.tsv -- pmtune --budget 30 --steps 3125 -o w.tsv --summary words.txt -- "${step[@]}" >steps.tsv 2>err.txt || fail "status $?"
restored || fail 'the mode before was not restored'
[ "$(wc -l <steps.tsv)" -gt 3125 ] || fail 'the output of the command is not whole'
head -n 61 steps.tsv >few.tsv
grep -Eq '^(held|no mode was held).*; 312[0-9] steps in .* as measured, these steps take .* J' words.txt || fail "summary: $(cat words.txt)"
# On a busy machine, deciding takes emulated minutes, in which little is explored: how good the mode is, cli/pmtune/replay tells.
jetsim truth --board agx-orin --workload resnet18 --columns mode,power_w,minibatch_ms -o truth.tsv
awk -F'\t' 'NR == FNR { watts[$1] = $2; next } FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    $at["phase"] == "hold" && watts[$at["mode"]] > 1.05 * 30 { print $at["mode"], watts[$at["mode"]] }' truth.tsv w.tsv >hot.txt
[ ! -s hot.txt ] || fail "held far above the budget: $(cat hot.txt)"

# What wattcheck judges is the longest time without a break in which a mode was held.
held=$(awk -F'\t' 'FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    $at["phase"] != "hold" { mode = ""; next }
    $at["mode"] != mode { mode = $at["mode"]; start = $at["start_mono_s"] }
    $at["end_mono_s"] - start > longest { longest = $at["end_mono_s"] - start; held = mode }
    END { print held }' w.tsv)
if [ -n "$held" ]; then
    wattcheck -q --allow-emulated p.tsv steps.tsv w.tsv --columns rule,verdict,value >verdicts.tsv
    [ "$(awk '$1 == "mode" { print $2, $3 }' verdicts.tsv)" = "pass $held" ] || fail "wattcheck: $(grep '^mode' verdicts.tsv), not $held"
fi

# Without step rows, the command runs as it is.
[ "$(pmtune --budget 30 -- sh -c 'echo hello; exit 3' 2>err.txt)" = hello ] || fail 'output of a command without step rows'
pmtune --budget 30 -- sh -c 'exit 4' 2>err.txt
[ $? = 4 ] || fail 'the status is not that of the command'
grep -q 'printed no step rows: it ran untuned, in the mode before it (step rows are read from .*{steps}' err.txt || fail 'no warning'
pmtune --budget 30 -- sh -c "timeout 3 ${step[*]} | sed 50s/^/not_a_row/; exit 5" >steps.tsv 2>err.txt
[ $? = 5 ] || fail "a malformed row: status $?"
grep -q 'the command runs on untuned' err.txt || fail 'a malformed row: no warning'
restored || fail 'not restored after a malformed row'

# Rows of another clock cannot be counted.
pmtune --budget 30 -- cat few.tsv >out.tsv 2>err.txt
cmp few.tsv out.tsv || fail 'rows of before are not passed on'
grep -q 'line 2: starts .* s before the command.*; the command runs on untuned' err.txt || fail "rows of before: $(cat err.txt)"
restored || fail 'not restored after rows of before'

# The steps of a command that prints them as it ends are all counted.
printf '#!/bin/sh\n%s --max-steps 59 >few.tsv\nsed "$1" few.tsv\n' "${step[*]}" >at-once && chmod +x at-once
for _ in 1 2 3; do
    pmtune --budget 30 -o w.tsv -- ./at-once '' >out.tsv 2>err.txt && cmp few.tsv out.tsv || fail "at once: status $?"
    [ "$(awk -F'\t' 'FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next } { n += $at["steps"] } END { print n }' w.tsv)" = 60 ] ||
        fail "a command that ends at once: $(cat w.tsv)"
done

# Other lines between the rows are passed on, counted and mentioned once.
pmtune --budget 30 -o w.tsv -- ./at-once '1i loading
20a epoch 0 loss 3.1' >out.tsv 2>err.txt && [ "$(wc -l <out.tsv)" = $(($(wc -l <few.tsv) + 2)) ] || fail "text between rows: status $?"
[ "$(awk -F'\t' 'FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next } { n += $at["steps"] } END { print n }' w.tsv)" = 60 ] ||
    fail "text between rows: $(cat w.tsv)"
grep -q "stdout of ./at-once: 2 lines are no rows and were passed over, the first is line 1: 'loading'" err.txt || fail "text: $(cat err.txt)"

# Step rows in a file of their own.
pmtune --budget 30 --out named -- "${step[@]}" --max-steps 300 -o {steps} >out.txt 2>err.txt || fail "{steps}: status $?"
[ ! -s out.txt ] && [ "$(wc -l <named/windows.tsv)" -gt 2 ] || fail '{steps}'

# A command that stands still is not tuned meanwhile.
pmtune --budget 30 --stall 5s -o w.tsv -- sh -c "${step[*]} --max-steps 300; sleep 1" >steps.tsv 2>err.txt
grep -q 'no step ended for 5 s: the mode before the job' err.txt || fail 'a command that stands still'
restored || fail 'not restored after a command that stands still'

for signal in TERM HUP KILL; do
    rm -rf ready
    env --default-signal pmtune --budget 30 --out "$signal" -- sh -c "touch ready; exec ${step[*]}" >steps.tsv 2>err.txt &
    tune=$!
    until [ -s "$signal/pmode.log" ]; do kill -0 $tune || fail 'ended'; sleep 0.02; done
    kill -s $signal $tune
    wait $tune
    got=$?
    [ $got = $((128 + $(kill -l $signal))) ] || fail "SIG$signal: status $got"
    [ $signal != KILL ] || pmode restore --last || fail 'restore --last'
    restored || fail "SIG$signal: the mode before was not restored"
done

# The next job says that the one before was killed, and the state before that one is kept until it is restored.
unrestored=M/run/wattline/pmode.unrestored
[ ! -e $unrestored ] || fail 'a state that was restored is kept'
env --default-signal pmtune --budget 30 --out killed -- "${step[@]}" >steps.tsv 2>err.txt &
tune=$!
until [ -s killed/pmode.log ]; do kill -0 $tune || fail 'ended'; sleep 0.02; done
kill -s KILL $tune
wait $tune
for next in 1 2; do
    pmtune --budget 30 --out "next$next" -- true 2>err.txt
    grep -q "killed before it restored the mode: .pmode restore .*$unrestored. does" err.txt || fail "no note: $(cat err.txt)"
done
pmode -q run MODE_30W -- true || fail 'pmode run'
pmode restore $unrestored || fail 'restore of the state that is kept'
restored || fail 'the state that is kept is not that before the job that was killed'
[ ! -e $unrestored ] || fail 'kept after it was restored'

# A folder that is used again does not bring back the mode before its first job.
pmode -q set MODE_30W
pmode save before.tsv
pmtune --budget 30 --out killed -- true 2>err.txt
restored || fail 'the mode before an earlier job in the same folder was restored'
jetsim umount M
