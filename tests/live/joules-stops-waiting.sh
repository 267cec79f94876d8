#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SIGTERM ends every tool that waits for input: for standard input that is silent, and for the writer of a FIFO.
set -euo pipefail
mkfifo silent named
exec 3<>silent # a writer that writes nothing
jetsim mount --board agx-orin M
failures=0
handles_sigterm() { [ $((0x$(awk '/^SigCgt:/ { print $2 }' "/proc/$1/status") >> 14 & 1)) = 1 ]; }
stops() { # stops COMMAND...: with silent standard input
    local pid status=0 tries=0
    "$@" <silent >out.txt 2>err.txt &
    pid=$!
    until handles_sigterm $pid 2>/dev/null || [ ! -e /proc/$pid ]; do :; done
    kill -TERM $pid 2>/dev/null || true
    while [ -e /proc/$pid ] && [ "$(awk '/^State:/ { print $2 }' "/proc/$pid/status" 2>/dev/null)" != Z ] && [ $tries -lt 3000 ]; do
        tries=$((tries + 1)) && sleep 0.01
    done
    kill -KILL $pid 2>/dev/null || true
    wait $pid || status=$?
    [ $status = 143 ] || { failures=$((failures + 1)) && echo "FAILED: $*: status $status: $(cat err.txt)"; }
}
printf 'mono_s\trail\tpower_w\n' >power.tsv
failures=0
stops joules power.tsv
stops joules named
stops wattcheck -
stops wattcheck named
stops wattcompare --from named
stops powerlog import tegrastats -
stops powerlog import tegrastats named
stops powerlog import meter --columns t,w named
stops powerlog --root M -n 1 --calibration named
stops loadlog import tegrastats -
stops pmpredict fit
stops pmpredict fit named
stops pmpredict apply named
stops pmsearch next --modes named --budget 20
stops pmode --root M restore named
stops pmode --root M restore -
stops pmode --root M set @named
stops pmode list --conf named
stops pmsweep --root M --modes named -- true
stops cachestat --from -
jetsim umount M
[ $failures = 0 ]
