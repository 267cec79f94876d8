#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A full disk ends a sweep with status 74 and the mode before is restored, wherever the disk fills: while the state is
# saved, in the logs of a run, in the journal. A folder that is removed or renamed meanwhile does the same.
set -uo pipefail
mkdir M tiny
jetsim mount --board agx-orin --time-scale 50 M
fail() {
    echo "$1"
    cat err
    exit 1
}
pmode --root M enum --sample 40 --seed 1 >modes.tsv
limits() { pmode --root M get | mlr --itsv --onidx cut -o -f object,min,max; }
limits >before.txt
sweep() { pmsweep --root M --out "$1" --modes modes.tsv -n 5 --window 1s -- jetsim --root M step --workload resnet18 >rows.tsv 2>err; }
check() {
    [ "$1" = 74 ] || fail "$2: status $1"
    limits | cmp - before.txt || fail "$2: the mode before was not restored"
    datamash check <rows.tsv >/dev/null || fail "$2: half a row"
}
for size in 4k 12k 20k 32k 64k 200k; do
    mount -t tmpfs -o size=$size tmpfs tiny
    sweep tiny/s
    check $? "a disk of $size"
    umount tiny
done
for change in 'rm -r out' 'mv out other'; do
    sweep out &
    wait_for=$!
    for _ in $(seq 600); do [ -n "$(find out -name profile.tsv 2>/dev/null)" ] && break || sleep 0.05; done
    $change
    wait $wait_for
    check $? "$change"
    rm -rf out other
done
