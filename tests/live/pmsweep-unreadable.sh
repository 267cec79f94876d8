#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What pmode printed cannot be read: the sweep ends with status 74 or calls the run failed, never ok without its mode.
set -uo pipefail
fail() { echo "$*"; exit 1; }
jetsim mount --board orin-nano --time-scale 50 M
export WATTLINE_ROOT=$PWD/M
pmode set 4c/1.2G/max/max >set.txt || fail "$(cat set.txt)"
pmode save before.tsv
printf 'mode\n6c/1.5G/max/max\n' >modes.tsv
sweep() { # sweep ARGUMENT...: under the injector of tests/hard
    rm -rf out
    status=0
    "$(dirname "$BIN")/tests/failing_calls" --program pmsweep --calls pread64 --report fault.txt "$@" -- \
        pmsweep --modes modes.tsv --out out --minibatches 5 --readings 5 --window 1s --timeout 1h -- \
        jetsim step --workload lenet --epochs 100000 >rows.tsv 2>err.txt || status=$?
}
sweep
[ $status = 0 ] || fail "without a fault: status $status: $(cat err.txt)"
read -r calls _ <fault.txt

unread=0
for ((k = 1; k <= calls && unread < 6; k++)); do
    sweep --at "$k" --error EIO
    grep -q memfd fault.txt || continue
    unread=$((unread + 1))
    [ $status = 74 ] || fail "call $k of $calls: status $status: $(cat fault.txt err.txt rows.tsv)"
    grep -q 'the output of .*/\(pmode\|powerlog\|wattcheck\): Input/output error' err.txt || fail "$(cat err.txt)"
    pmode save after.tsv && cmp before.tsv after.tsv || fail "call $k: the mode before was not restored"
done
[ $unread -ge 4 ] || fail "only $unread answers of pmode were read with pread"
jetsim umount M
