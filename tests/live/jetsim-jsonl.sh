#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# --format jsonl of tool after tool on a live board: JSON by the book, with the types of --list-columns, and the same
# fields as TSV where two runs print the same rows.
set -uo pipefail
failed=0
check() { # check TOOL ARGUMENT...: the types, whatever the tool finds
    "$@" --format jsonl >rows.jsonl
    python3 "$SRC/tests/fixtures/json_rows.py" "$1" <rows.jsonl || { echo "FAILED: $*"; failed=1; }
}
compare() { # compare TOOL ARGUMENT...: the fields, too
    "$@" >rows.tsv || [ $? = 1 ] || { echo "FAILED: $*"; failed=1; } # 1: some values are not known
    { "$@" --format jsonl || [ $? = 1 ]; } | python3 "$SRC/tests/fixtures/json_rows.py" "$1" rows.tsv || { echo "FAILED: $*"; failed=1; }
}

mkdir M D && printf x >D/"$(printf 'a"\\b\tc\nd')" && printf x >D/$'\xff'
jetsim mount --board agx-orin --time-scale 20 M && export WATTLINE_ROOT=$PWD/M || exit 1
compare jetsim list
compare jetsim fault
compare jetsim truth --board orin-nano --workload resnet18
compare pmode board
compare pmode axes
compare pmode list
check pmode get
compare pmode enum --sample 100
compare pmode set --dry-run 4c/1.2G/900M/2133M
check powerlog -n 3 --tag run=1
check powerlog rails
check powerlog -n 2 -o /dev/null --summary -
check loadlog -n 2
check loadlog -n 2 -o /dev/null --summary -
check cachestat -f D
check jetsim ledger M
check jetsim step --workload resnet18 --max-steps 5
powerlog -o p.tsv -- jetsim step --workload resnet18 --max-steps 5 -o s.tsv --tag run=1 || failed=1
compare joules --interpolate p.tsv --intervals s.tsv
compare joules --interpolate --by epoch,stage p.tsv --intervals s.tsv
check wattcheck -q p.tsv s.tsv
jetsim truth --board agx-orin --workload resnet18 | awk 'NR == 1 || NR % 997 == 0' >profiles.tsv
pmpredict fit profiles.tsv >model.tsv || failed=1
compare pmpredict fit profiles.tsv
jetsim --root / umount M
exit $failed
