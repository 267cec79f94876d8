#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A disk that is full ends the run: the rows that are on it are whole, the summary elsewhere says why, and with room
# the run goes on.
set -uo pipefail
mkdir small && mount -t tmpfs -o size=64k tmpfs small
dsgen idx --out M --count 16000 >/dev/null
run() { trainstep lenet --data M --epochs-out e.tsv --summary sum.tsv -o small/s.tsv --checkpoint c.pt --every 50 --resume c.pt; }
run 2>err
status=$?
[ $status = 74 ] || { echo "status $status"; exit 1; }
grep -q 'small/s.tsv: No space left on device' err || { cat err; exit 1; }
grep -q '^status	stopped' sum.tsv && grep -q '^reason	small/s.tsv: No space' sum.tsv || { cat sum.tsv; exit 1; }
[ -z "$(tail -c 1 small/s.tsv)" ] || { echo "half a row"; exit 1; }
datamash check <small/s.tsv >/dev/null || exit 1
mount -o remount,size=4m small
run || exit 1
mlr --itsv --onidx cut -f step small/s.tsv | cmp - <(seq 0 999)
