#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The step rows that examples/train.* print, the one of PyTorch where this is installed, are read by joules, pmsweep and
# wattcheck: power at 10 Hz is made up around them, and every rule about steps, clocks and coverage passes.
set -eu
fail() { echo "FAILED: $*" && exit 1; }

rows_are_good() { # rows_are_good NAME STEPS
    [ "$(wc -l <steps.tsv)" = $(($2 + 1)) ] || fail "$1: $(cat steps.tsv)"
    awk -F'\t' 'NR == 2 { off = $3 - $2; first = $1 } { last = $2 } END {
        print "time_s\tmono_s\trail\tpower_w\tstale\tsource"
        for (t = first - 1; t < last + 1; t += 0.1) printf "%.6f\t%.6f\tTOTAL\t%.4f\t0\tmeasured\n", t + off, t, 5 + int(10 * t) % 2 / 10
    }' steps.tsv >power.tsv
    wattcheck -q --profile quick --columns rule,verdict power.tsv steps.tsv >verdicts.tsv || true # a second is too short
    for rule in first-step step-rows clock-offset order coverage source; do
        grep -q "^$rule	pass\$" verdicts.tsv || fail "$1: $(cat verdicts.tsv steps.tsv)"
    done
    joules --by epoch power.tsv <steps.tsv | awk -F'\t' 'NR > 1 && !($4 > 0) { exit 1 }' || fail "$1: joules"
}

c++ -std=c++17 -O2 -Wall -Wextra "$SRC/examples/train.cpp" -o train
./train >steps.tsv 2>fit
grep -q '^y = [23]\.[0-9]* x + [01]\.[0-9]*$' fit || fail "train.cpp fitted $(cat fit)"
rows_are_good train.cpp 150
"$SRC/examples/train.sh" 5 sleep 0.05 >steps.tsv
rows_are_good train.sh 5
"$SRC/examples/train.sh" 5 false >steps.tsv && fail "train.sh: status 0 of a command that failed"
"$SRC/examples/train.sh" 2>/dev/null && fail "train.sh: status 0 without a command"
if python3 -c 'import torch' 2>/dev/null; then
    "$SRC/examples/train.py" >steps.tsv
    rows_are_good train.py 192
else
    python3 - "$SRC/examples/train.py" <<'PY'
import ast, sys
ast.parse(open(sys.argv[1]).read())
PY
fi
