#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Random modes on every board that jetsim knows, 200 on each: tests/live/pmode-boards.sh says what must hold.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
modes=${quick:+20}
modes=${modes:-200}

some_boards() { # some_boards K: every third board from the K-th
    local board said
    for board in $(awk -v k="$1" 'NR % 3 == k' ../boards); do
        cases=$modes
        said=$(WATTLINE_BOARDS=$board WATTLINE_MODES=$modes bash "$SRC/tests/live/pmode-boards.sh" 2>&1) || be_wrong "$said"
        jetsim umount -z M 2>/dev/null # left by a failure
        rm -rf ./*
        report "$board"
    done
}
jetsim list --columns board --no-header | sort -u >boards
[ -s boards ] || die "jetsim lists no board"
[ -z "$quick" ] || echo orin-nano >boards
beside some_boards 0 1 2
