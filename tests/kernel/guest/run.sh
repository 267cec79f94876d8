#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every test of the guest; 1 when one fails.
cd /tmp || exit 1
failed=0
step() { # step NAME COMMAND...
    start=$(cut -d' ' -f1 /proc/uptime)
    name=$1
    shift
    "$@" >log 2>&1
    status=$?
    seconds=$(echo "$start $(cut -d' ' -f1 /proc/uptime)" | awk '{ printf "%.1f", $2 - $1 }')
    if [ $status = 0 ]; then echo "ok     $name ($seconds s)"; else echo "FAILED $name ($seconds s, status $status)" && failed=1; fi
    if [ $status != 0 ] || [ "$name" = contract ]; then cat log; fi
}

kernel=$(uname -r | cut -d. -f1,2)
step contract /tests/contract "$kernel" /tests/contract.tsv
for test in /tests/*_test; do step "${test##*/}" "$test"; done
for test in /tests/*.sh; do
    [ "$test" = /tests/run.sh ] || step "${test##*/}" sh "$test"
done
exit $failed
