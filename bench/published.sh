#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The numbers that the source documents publish beside those of emulated boards: published/numbers.bash lists them, each with
# what measures ours. Writes the table to bench/published.md, or to OUT=FILE. The status is 1 if a bar is missed: of the main
# results at least 28 of 32 within 0.67 and 1.5 times the published number, and none of all numbers outside 0.5 to 2 times it
# without a stated cause. With --short, only the main results are measured, and the numbers that miss a bar are printed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
short=''
[ "${1-}" != --short ] || { short=yes && shift; }
arguments 0 "$@"
. "$here/boards.bash"
. "$here/published/measure.bash"
out=$(realpath "${OUT:-$here/published.md}")
need jetsim pmode powerlog loadlog
enter_scratch

# number RESULT SOURCE WHAT UNIT PUBLISHED CONSTANTS CAUSE COMMAND...: a published number, and the command that prints ours. RESULT
# is the number of the main result that it belongs to, or -. CONSTANTS is `tuned` if a constant of share/boards was chosen to meet
# it, `fitted` if it comes from recordings that constants were fitted to, else `predicted`. CAUSE says why ours differs, or is empty.
number() {
    local result=$1 source=$2 what=$3 unit=$4 published=$5 constants=$6 cause=$7 ours
    shift 7
    [ -z "$short" ] || [ "$result" != - ] || return 0
    ours=$("$@") && [ -n "$ours" ] || { echo "published.sh: $what: $* printed nothing" >&2 && exit 1; }
    awk -v OFS='\t' -v r="$result" -v s="$source" -v w="$what" -v u="$unit" -v p="$published" -v o="$ours" -v k="$constants" -v c="$cause" '
        BEGIN {
            same = o == p ? 1 : p + 0 ? o / p : "NA"
            print r, s, w, u, p, o + 0 == o ? sprintf(o >= 10000 ? "%d" : "%.4g", o) : o, same == "NA" ? same : sprintf("%.2f", same), k, c
        }' >>numbers.tsv
}
# Of numbers.tsv: the results and numbers that meet the bars, and those that miss one.
verdicts() {
    awk -F '\t' '
        function within(least, most) { return $7 != "NA" && $7 >= least && $7 <= most }
        { numbers++; if (within(0.67, 1.5)) close_numbers++ }
        $1 != "-" { if (!($1 in seen)) { seen[$1] = 1; results++ } if (!within(0.67, 1.5)) missed[$1] = 1 }
        !within(0.5, 2) && $9 == "" { print "outside 0.5 to 2 times the published number, without a cause: " $3 ", " $5 " " $4 ", here " $6; bad = 1 }
        END {
            for (r in missed) far++
            printf "%d of %d main results and %d of all %d numbers are within 0.67 and 1.5 times the published ones.\n",
                results - far, results, close_numbers, numbers
            exit bad || (results - far) * 32 < results * 28
        }' numbers.tsv
}
table() {
    printf '%s\n' '| result | source | quantity | unit | published | here | ratio | constants | cause |' '|---|---|---|---|---|---|---|---|---|'
    awk -F '\t' '{ printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6, $7, $8, $9 }' numbers.tsv
}

. "$here/published/numbers.bash"
status=0
verdicts >verdicts.txt || status=1
if [ -n "$short" ]; then
    cat verdicts.txt
    awk -F '\t' '$7 == "NA" || $7 < 0.67 || $7 > 1.5 { print $3 ": " $5 " " $4 ", here " $6 " (" $7 "): " ($9 == "" ? "no cause" : $9) }' numbers.tsv
    exit $status
fi
{
    printf '%s\n\n' '# Published numbers beside emulated boards'
    made_by bench-published jetsim
    cat "$here/published/head.txt" verdicts.txt
    printf '\n' && table
} >page.md
cp page.md "$out"
cat verdicts.txt
exit $status
