#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A state that is saved while knobs are written would be a part of two: save waits until they are, and a stop signal ends
# the wait.
set -euo pipefail
fail() { echo "$*"; exit 1; }
mkdir M
jetsim mount --board orin-nano M
export WATTLINE_ROOT=$PWD/M
pmode set 6c/max/max/max
mkfifo held end
# As pmode set does while it writes.
flock M/run/wattline/pmode.state.lock sh -c 'echo >held; read -r _ <end' &
read -r _ <held
pmode save during.tsv &
save=$!
env --default-signal pmode save stopped.tsv 2>err.txt &
stopped=$!
until [ $((0x$(awk '/^SigCgt/ { print $2 }' /proc/$stopped/status) & 0x4000)) != 0 ]; do sleep 0.02; done
kill -TERM $stopped
got=0
wait $stopped || got=$?
[ $got = 143 ] && [ ! -e stopped.tsv ] || fail "stopped: status $got: $(cat err.txt)"
echo 0 >M/sys/devices/system/cpu/cpu5/online
echo >end
wait $save
grep -q 'cpu5/online	0' during.tsv || fail "the state was saved too early"
jetsim umount M
