#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The mean times of the runs differ by less than 1 %, as on the boards of the published study.
. "$SRC/tests/examples/quick.bash"
quick repeatability
holds out/runs.tsv '
    { n++; ms += v("minibatch_ms"); squares += v("minibatch_ms") ^ 2; different[v("minibatch_ms")] = 1 }
    END {
        for (time in different) times++
        cv = 100 * sqrt((squares - ms ^ 2 / n) / (n - 1)) / (ms / n)
        print n, times, cv
        print (n == 5 && times == 5 && cv < 1 ? "yes" : "no")
    }'
grep -q 'CV 0\.' out/seen.txt
pictures out/steps.svg out/energy.svg

# Rows of several boards: a row of each, and how much they differ. One whose rows do not say which board it is, is refused.
for board in b c; do
    mkdir $board
    awk -F '\t' -v OFS='\t' -v board=$board 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
        { $at["host"] = board; $at["minibatch_ms"] *= (board == "b" ? 1.02 : 1.04); $at["energy_j"] *= 1.1; print }' out/runs.tsv >$board/runs.tsv
done
"$SRC/examples/repeatability" --table out/runs.tsv,b/runs.tsv,c/runs.tsv -o boards >seen.txt
holds boards/boards.tsv '
    { ms[v("host")] = v("minibatch_ms"); runs += v("runs") }
    END { print runs, ms["b"] / ms["agx-orin"]; print (runs == 15 && ms["b"] / ms["agx-orin"] > 1.0199 && ms["b"] / ms["agx-orin"] < 1.0201 ? "yes" : "no") }'
grep -q '^on 3 boards a minibatch takes .* ms (CV across boards 1\.96 %, .* J (CV across boards 5\.' boards/seen.txt || fail "$(cat boards/seen.txt)"
pictures boards/boards.svg boards/energy.svg
cut -f 2- out/runs.tsv >nobody.tsv
"$SRC/examples/repeatability" --table out/runs.tsv,nobody.tsv -o refused 2>refused.txt && fail "rows of no board were taken"
grep -q '^repeatability: error: nobody.tsv: its rows have no host' refused.txt
