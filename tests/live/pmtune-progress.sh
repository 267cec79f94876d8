#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# With --progress, a command that prints only a bar is tuned like one that prints rows, and its output passes through.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode save before.tsv
restored() { pmode save after.tsv && cmp before.tsv after.tsv >/dev/null; }
bar=(jetsim step --workload resnet18 --bar)
fail() { echo "$1" && tail -c 400 err.txt && cat w.tsv && exit 1; }
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$2"; }

pmtune --budget 30 --progress -o w.tsv --summary words.txt -- "${bar[@]}" --max-steps 1500 -o steps.tsv >out.txt 2>err.txt || fail "status $?"
restored || fail 'the mode before was not restored'
grep -aq '1501/1501' err.txt || fail 'the bar is not passed on'
column steps w.tsv | awk '{ n += $1 } END { exit !(n > 1400 && n <= 1501) }' || fail "steps: $(column steps w.tsv)"
column minibatch_ms w.tsv | grep -c '^[0-9]' | awk '{ exit !($1 >= 2) }' || fail 'no times'
column reason w.tsv | grep -q 'keeps the budget' || fail 'nothing was explored'
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["minibatch_se_ms"] != "NA" && $at["minibatch_se_ms"] < 0.002 * $at["minibatch_ms"] { bad = 1 } END { exit bad }' w.tsv || fail 'errors'

# The total of the bar tells how long the job is: a short one explores less than ten minutes would pay for.
column reason w.tsv | sed -n 's/.* of the \([0-9]*\) left/\1/p' | awk '$1 > 1500 { exit 1 }' || fail 'the length is not that of the bar'

# Output without a counter, and a counter of another form.
pmtune --budget 30 --progress -- sh -c 'echo hello; exit 3' >out.txt 2>err.txt
[ $? = 3 ] && [ "$(cat out.txt)" = hello ] || fail 'output without a counter'
grep -q 'no progress counter such as 120/3125: it ran untuned, in the mode before it (--progress=REGEX' err.txt || fail "no word of it: $(cat err.txt)"
pmtune --budget 30 --progress='at ([0-9]+)' -o w.tsv -- sh -c 'for i in 1 2 3 4 5 6 7 8; do echo "at $i"; sleep 0.05; done' >out.txt 2>err.txt ||
    fail "an expression: $(cat err.txt)"
[ "$(tail -n 1 out.txt)" = 'at 8' ] && [ -n "$(column steps w.tsv)" ] || fail 'an expression: output'
jetsim umount M
