#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Without a list, a search chooses from all modes of the board that can be set without a reboot. Its last words are the command
# that sets the answer, after what `explain` says.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode save before.tsv
modes=$(pmode enum --no-header | wc -l)
unset WATTLINE_ROOT
pmsearch run --root M --budget 30 --max-profiles 4 --sweep-option=--minibatches=5 --sweep-option=--readings=3 \
    --sweep-option=--window=1s --sweep-option=--settle=2s -- jetsim --root M step --workload resnet18 >rows.tsv 2>err.txt
got=$?
[ $got -le 1 ] || fail "status $got"
grep -q "one of the $modes modes of this board" err.txt || fail "not $modes modes"
last() { mlr --itsv --onidx tail -n 1 then cut -f "$1" rows.tsv; }
if [ $got = 0 ]; then
    [ "$(last decision)" = answer ] || fail "no answer: $(tail -n 1 rows.tsv)"
    set=$(tail -n 1 err.txt)
    [ "${set%% --root*}" = "pmsearch: to set it: pmode set $(last mode)" ] || fail "last words: $set"
    grep -q '^pmsearch: the answer is ' err.txt || fail 'not explained'
    ${set#*set it: } >/dev/null || fail "the command does not set the answer"
    pmode --root M restore before.tsv
else
    grep -q '^pmsearch: no profiled mode keeps the limits; the closest is ' err.txt || fail 'no last words'
fi
pmode --root M save after.tsv
cmp before.tsv after.tsv || fail "the mode before was not restored"
[ "$(pmsearch run --budget 30 --batch 8 -- true 2>&1)" = 'pmsearch: error: --batch requires --modes FILE or --replay TABLE' ] || fail '--batch'
jetsim umount M
