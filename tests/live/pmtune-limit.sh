#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Jobs with a limit that they keep as a whole, on an emulated board.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode save before.tsv
restored() { pmode save after.tsv && cmp before.tsv after.tsv >/dev/null || fail 'the mode before was not restored'; }
step=(jetsim step --workload resnet18)

# In the mode before, the job takes about 187 s. On a busy machine, deciding takes emulated seconds, of which a deadline knows nothing.
pmtune --deadline 300s --steps 3125 -o w.tsv --summary words.txt -- "${step[@]}" >steps.tsv 2>err.txt || { [ $? = 1 ] && grep -q 'deadline was missed by' err.txt; } || fail "--deadline: status $?"
restored
seconds=$(sed -n 's/.*; 312[0-9] steps in \([0-9]*\) s with.*the deadline was 300 s.*/\1/p' words.txt)
[ -n "$seconds" ] && [ "$seconds" -le 303 ] || fail "--deadline: $(cat words.txt)"

# The mean of the true power of the modes is that which was asked for, or less.
pmtune --mean-power 25 -o w.tsv --summary words.txt -- "${step[@]}" >steps.tsv 2>err.txt || fail "--mean-power: status $?"
restored
jetsim truth --board agx-orin --workload resnet18 --columns mode,power_w -o truth.tsv
awk -F'\t' 'NR == FNR { watts[$1] = $2; next } FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    { s = $at["end_mono_s"] - $at["start_mono_s"]; all += s; joules += s * watts[$at["mode"]] }
    END { if (!all || joules / all > 1.06 * 25) print joules / all }' truth.tsv w.tsv >hot.txt
[ ! -s hot.txt ] || fail "a mean power of $(cat hot.txt) W: $(cat words.txt)"

pmtune --energy-budget 7500 --steps 3125 -o w.tsv --summary words.txt -- "${step[@]}" >steps.tsv 2>err.txt || fail "--energy-budget: status $?"
restored
grep -q '; 312[0-9] steps in' words.txt || fail "--energy-budget: $(cat words.txt)"
jetsim umount M
