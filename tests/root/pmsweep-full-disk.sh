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
# While the sweep writes into the folder, rm may find it not empty.
remove() { while [ -e out ]; do rm -r out 2>/dev/null; done; }
for change in remove 'mv out other'; do
    sweep out &
    wait_for=$!
    for _ in $(seq 600); do [ -n "$(find out -name profile.tsv 2>/dev/null)" ] && break || sleep 0.05; done
    $change
    wait $wait_for
    check $? "$change"
    rm -rf out other
done

# The disk fills while pmode sets the second mode, and what powerlog printed can no longer be written. This pmode sets its
# mode as soon as the earlier one is restored, unless pmsweep has ended it before.
mkdir bin
cp "$(command -v pmsweep)" bin
cat >bin/pmode <<'END'
#!/bin/bash
ended() { ! readlink "/proc/$1/exe" >/dev/null; } # a zombie has no program
case " $* " in
*' set '*8c*)
    echo $$ >setter
    cat /dev/zero >tiny/rest
    until [ -e restored ]; do sleep 0.02; done
    ;;
*' restore '*)
    "$BIN/pmode" "$@"
    status=$?
    touch restored
    until ended "$(cat setter)"; do sleep 0.02; done
    exit $status
    ;;
esac
exec "$BIN/pmode" "$@"
END
chmod +x bin/pmode
printf 'mode\n4c/1.2G/900M/2133M\n8c/1.2G/900M/2133M\n' >modes.tsv
mount -t tmpfs -o size=4M tmpfs tiny
bin/pmsweep --root M --out tiny/s --modes modes.tsv -n 5 --window 1s -- jetsim --root M step --workload resnet18 >rows.tsv 2>err
check $? "a disk that fills while a mode is set"
umount tiny
