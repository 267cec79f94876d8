#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The power that wattop gives to programs, from recorded rows of an emulated board: its bounds contain what the board knows of
# the program, and so do those of the idle board.
set -euo pipefail
fail() { echo "FAILED: $*"; cat page 2>/dev/null; exit 1; }
mkdir M
jetsim mount --board agx-orin --time-scale 4 M
export WATTLINE_ROOT=$PWD/M
pmode -q pin
powerlog -q -i 200ms -r TOTAL -d 80s -o power.tsv 2>/dev/null &
loadlog -q -i 1s -d 80s -o load.tsv &
loadlog programs -q -d 80s -o programs.tsv &
loggers=$(jobs -p)
recorded() { until [ -s power.tsv ] && [ "$(wc -l <power.tsv)" -ge "$1" ]; do sleep 0.05; done; } # recorded ROWS: powerlog has as many
recorded 60
jetsim step --workload lenet --epochs 1000 -o a.tsv &
first=$!
recorded 200
kill $first
wait $first || true
recorded 260
jetsim step --workload resnet18 --epochs 1000 -o b.tsv &
second=$!
# shellcheck disable=SC2086
wait $loggers
kill $second
wait $second || true
jetsim ledger --accounts M >accounts.tsv
wattop --ascii --once --replay power.tsv load.tsv programs.tsv >page

energy_j() { awk -F '\t' -v account="$1" '$1 == account && $2 == "TOTAL" { print $6 }' accounts.tsv; }
seconds() { awk -F '\t' 'NR == 2 { first = $1 } { last = $2 } END { print last - first }' "$1"; }
contains() { # contains NAME WATTS: the bounds in the line of this name
    grep "^         $1 " page | awk -v w="$2" 'NF { found = $(NF - 3) != "NA" && $(NF - 2) <= w && w <= $(NF - 1) } END { exit !found }' ||
        fail "$1 draws $2 W"
}
contains "jetsim $second" "$(awk -v j="$(energy_j "$second")" -v s="$(seconds b.tsv)" 'BEGIN { print j / s }')"
contains 'idle board' "$(awk -F '\t' '$1 == "idle" && $2 == "TOTAL" { print $7 }' accounts.tsv)"

# So do those that joules account prints of all the rows.
joules account --programs programs.tsv power.tsv >rows.tsv
for program in "$first" "$second"; do
    awk -F '\t' -v name="jetsim $program" -v j="$(energy_j "$program")" '$1 == name { found = $7 <= j && j <= $8 } END { exit !found }' rows.tsv ||
        fail "joules account: jetsim $program used $(energy_j "$program") J: $(cat rows.tsv)"
done
