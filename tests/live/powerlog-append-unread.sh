#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A stat of FILE or FILE.meta fails while powerlog --append opens them: the rows and records of the earlier run stay, whatever
# the status.
set -uo pipefail
fail() { echo "$*"; exit 1; }
jetsim mount --board orin-nano --time-scale 50 M
export WATTLINE_ROOT=$PWD/M
powerlog -q -n 2 -i 100ms -o earlier.tsv || fail "no rows"
append() { # append ARGUMENT...: under the injector of tests/hard
    cp earlier.tsv rows.tsv && cp earlier.tsv.meta rows.tsv.meta
    status=0
    "$(dirname "$BIN")/tests/failing_calls" --program powerlog --calls stat --path rows.tsv --report fault.txt "$@" -- \
        powerlog -q -n 2 -i 100ms --append -o rows.tsv 2>err.txt || status=$?
}
starts_with() { cmp -n "$(stat -c %s "$2")" "$1" "$2"; }

append
[ $status = 0 ] || fail "without a fault: status $status: $(cat err.txt)"
read -r calls _ <fault.txt
refused=0
for ((k = 1; k <= calls; k++)); do
    append --at "$k" --error EIO
    starts_with rows.tsv earlier.tsv || fail "call $k: status $status: earlier rows are lost: $(cat fault.txt rows.tsv)"
    starts_with rows.tsv.meta earlier.tsv.meta || fail "call $k: status $status: earlier records are lost: $(cat fault.txt rows.tsv.meta)"
    [ $status = 0 ] || refused=$((refused + 1))
    [ $status = 0 ] || [ $status = 74 ] || fail "call $k: status $status: $(cat fault.txt err.txt)"
    [ "$(grep -c '^time_s' rows.tsv)" = 1 ] || fail "call $k: status $status: a second header: $(cat rows.tsv)"
done
[ $refused -ge 4 ] || fail "only $refused of $calls calls were refused"
jetsim umount M
