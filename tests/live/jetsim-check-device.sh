#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/check-device finds nothing wrong with an emulated board, names each planted deviation by its row, restores the
# state, and ends well on a machine that has neither knobs nor sensors.
set -euo pipefail
check() { # check NAME FAULT: the report of a board with this fault, as NAME/report.tsv
    mkdir -p "$1/M"
    jetsim mount --board orin-nano "$1/M"
    [ "$2" = none ] || jetsim fault "$1/M" "$2"
    WATTLINE_ROOT=$PWD/$1/M pmode save "$1/before.tsv"
    echo 0 >"$1/status"
    WATTLINE_ROOT=$PWD/$1/M "$SRC/examples/check-device" --quick -o "$1/report.tsv" >"$1/out" 2>"$1/err" || echo $? >"$1/status"
    WATTLINE_ROOT=$PWD/$1/M pmode save "$1/after.tsv"
    jetsim umount "$1/M"
}
finds() { # finds NAME FAULT ROWS: these rows failed, and others may
    local row
    check "$1" "$2"
    for row in $3; do
        grep -q "^$row	fail" "$1/report.tsv" || { echo "$2: no failed row $row:" && cat "$1/report.tsv" "$1/err"; }
    done
    [ "$(cat "$1/status")" = 1 ] || { echo "$2: status $(cat "$1/status")" && cat "$1/err"; }
}
clean() {
    check clean none
    [ "$(cat clean/status)" = 0 ] || { echo "a clean board: status $(cat clean/status)" && cat clean/report.tsv clean/err; }
    cmp clean/before.tsv clean/after.tsv || true
    for row in knob.cores knob.cpu knob.gpu knob.emc held restore rail.VDD_IN window.VDD_IN nested.VDD_IN power.load throttling; do
        grep -q "^$row	pass" clean/report.tsv || { echo "a clean board: $row does not pass:" && cat clean/report.tsv; }
    done
}
# Ticks may be late on a busy machine, which the rows about times show: once more then.
clean >found.txt 2>&1
[ ! -s found.txt ] || { cp found.txt late.txt && rm -rf clean && clean >found.txt 2>&1; }
[ ! -s found.txt ] || { cat late.txt found.txt && exit 1; }
{
    finds gpu stuck-gpu knob.gpu &
    finds online stuck-online:3 knob.cores &
    finds label label-gone:VDD_SOC label.in3 &
    wait
    finds emc emc-unreadable knob.emc &
    finds throttle throttle throttling &
    finds swapped swapped-labels nested.VDD_IN &
    finds eio rail-eio:VDD_SOC rail.VDD_SOC &
    wait
} >found.txt 2>&1
[ ! -s found.txt ] || { cat found.txt && exit 1; }

mkdir none
WATTLINE_ROOT=$PWD/none "$SRC/examples/check-device" --quick >report.tsv
grep -q '^save	unknown' report.tsv
grep -q '^rails	unknown' report.tsv
[ "$(grep -c '	fail	' report.tsv)" = 0 ]
status=0
"$SRC/examples/check-device" --slow 2>err.txt || status=$?
[ "$status" = 64 ]
