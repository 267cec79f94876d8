#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A folder on an emulated disk: what its readers see, what the board counts, and what disturbs it.
set -eu
fail() {
    echo "FAILED: $*"
    exit 1
}
status_of() { # status_of COMMAND...: its status; messages are in err
    local status=0
    "$@" 2>err || status=$?
    echo $status
}
cached() { cachestat "$@" | mlr --itsv --onidx cut -f cached_b; }
mkdir images images/sub
head -c 1M /dev/urandom >images/big
head -c 5000 /dev/urandom >images/sub/small.jpg
head -c 4096 /dev/urandom >images/probe
ln -s sub/small.jpg images/link
mkdir images/many
touch images/many/{100..299}  # more names than are read at once: a page holds 126 of this length and . and .., exactly
sync images/*

# The same names, bytes and links, and nothing can be written.
jetsim disk --profile nvme images slow
diff -r images slow || fail "the view differs"
[ "$(readlink slow/link)" = sub/small.jpg ] || fail "the link"
for change in "touch slow/new" "rm slow/big" "mkdir slow/new" "truncate -s 0 slow/big"; do
    $change 2>err && fail "$change: succeeded"
    grep -q "Read-only file system\|Permission denied" err || fail "$change: $(cat err)"
done

# Its pages are in the page cache, as cachestat(2) and mincore(2) say alike, and can be evicted.
cachestat evict slow >/dev/null
[ "$(cached slow)" = 0 ] || fail "evicted, but cached: $(cached slow)"
cat slow/big >/dev/null
[ "$(cached slow/big)" = 1048576 ] || fail "read, but not cached: $(cached slow/big)"
[ "$(cached --method mincore slow/big)" = 1048576 ] || fail "mincore: $(cached --method mincore slow/big)"
cachestat evict slow >/dev/null
cachestat warm slow/sub/small.jpg >/dev/null
[ "$(cached --method mincore slow)" = 8192 ] || fail "warmed: $(cached --method mincore slow)"
jetsim umount slow
[ -z "$(ls slow)" ] || fail "something is left after umount"

# A board counts the disk: requests, sectors, times, and loadlog shows it.
jetsim mount --board agx-orin --time-scale 20 M
jetsim --root M disk --profile hdd images slow
sda() { awk -v field="$1" '$3 == "sda" { print $field }' M/proc/diskstats; } # 4 reads, 6 sectors, 7 ms, 13 busy ms
[ "$(sda 4)" = 0 ] || fail "counted before it was read: $(cat M/proc/diskstats)"
before=$(sda 6)
cat slow/big >/dev/null
sync slow # now the board counts all reads so far
[ "$(($(sda 6) - before))" = 2048 ] || fail "sectors of a cold file: $(($(sda 6) - before))"
before=$(sda 6)
cat slow/big >/dev/null
sync slow/big
[ "$(sda 6)" = "$before" ] || fail "a warm file was read from the disk"
cachestat evict slow >/dev/null
reads=$(sda 4) ms=$(sda 7)
for block in 200 17 150 80 230 5 120 60; do dd if=slow/big bs=4k count=1 skip=$block status=none >/dev/null; done
sync slow
reads=$(($(sda 4) - reads)) ms=$(($(sda 7) - ms))
if [ $reads -lt 8 ] || [ $ms -lt $((reads * 8)) ]; then fail "random reads: $reads in $ms ms"; fi
[ "$(sda 13)" -le "$(awk '{ print int($1 * 1000) }' M/proc/uptime)" ] || fail "busier than always: $(cat M/proc/diskstats)"
for disk in slow slow/sub/small.jpg sda; do
    cachestat evict slow >/dev/null
    loadlog --root M --disk $disk -i 1s -o load.tsv -- sh -c 'cat slow/big >/dev/null; sleep 0.2'
    mlr --itsv --onidx filter '$read_per_s > 0 && $read_await_ms > 0 && $source == "emulated"' load.tsv >found
    [ -s found ] || fail "loadlog --disk $disk: $(cat load.tsv)"
    grep -q "sda" load.tsv.meta || fail "meta: $(cat load.tsv.meta)"
done
# A second disk has a name of its own; a disk goes with its mount. A board with disks is busy.
jetsim --root M disk --profile ssd images other
[ -e M/sys/class/block/sdb/stat ] && [ -L M/sys/class/block/sdb ] || fail "no sdb: $(ls M/sys/class/block)"
jetsim umount other
until [ ! -e M/sys/devices/virtual/block/sdb ]; do :; done
[ ! -L M/sys/class/block/sdb ] || fail "the link to sdb is left"
[ "$(status_of jetsim umount M)" = 75 ] || fail "a board with a disk was unmounted"
grep -q "unmount the disks" err || fail "$(cat err)"

# The bytes stay right when the source vanishes or changes while the disk is read.
exec 3<slow/sub/small.jpg
cp images/sub/small.jpg kept
rm images/sub/small.jpg
cmp kept - <&3 || fail "a removed file that is open"
exec 3<&-
[ "$(status_of cat slow/sub/small.jpg)" = 1 ] || fail "opened a file that is gone"
cat slow/probe >/dev/null
head -c 4096 /dev/urandom >images/probe
cmp images/probe slow/probe || fail "old bytes of a file that has changed"
rm -r images/sub
ls slow/sub 2>/dev/null && fail "listed a folder that is gone"

# Unmounting while it is read: refused, or once the reader has closed it.
exec 3<slow/big
[ "$(status_of jetsim umount slow)" = 75 ] || fail "unmounted while a file was open"
jetsim umount -z slow
[ -z "$(ls slow)" ] || fail "still there after a lazy umount"
cmp images/big - <&3 || fail "read after a lazy umount"
exec 3<&-
until [ ! -e M/sys/class/block/sda ]; do :; done

# A killed server: readers get an error, the board loses the disk, umount takes the mount away.
jetsim --root M disk -f --profile hdd images slow &
server=$!
until [ -e M/sys/class/block/sda ]; do kill -0 $server; done
exec 3<slow/big
kill -KILL $server
wait $server || true
cat <&3 >/dev/null 2>err && fail "read from a killed server"
exec 3<&-
grep -q "not connected\|aborted" err || fail "$(cat err)"
until [ ! -e M/sys/class/block/sda ]; do :; done
[ "$(status_of jetsim disk --profile hdd images slow)" = 75 ] || fail "mounted over a dead mount"
grep -q "was killed" err || fail "$(cat err)"
jetsim umount slow

# A stop signal ends it. A board that goes away first does no harm.
jetsim --root M disk -f --profile nvme images slow &
server=$!
until [ -e M/sys/class/block/nvme1n1 ]; do kill -0 $server; done
jetsim umount -z M
cachestat evict slow >/dev/null
cmp images/big slow/big || fail "read after the board had gone"
kill -TERM $server
wait $server || fail "ended with $?"
[ -z "$(ls slow)" ] || fail "something is left after a stop signal"

# Refused before anything is mounted.
refused() { # refused STATUS WORDS ARGUMENT...
    local wanted=$1 words=$2
    shift 2
    [ "$(status_of jetsim "$@")" = "$wanted" ] || fail "jetsim $*: not $wanted: $(cat err)"
    grep -q "$words" err || fail "jetsim $*: $(cat err)"
    ! grep -q "$SCRATCH" /proc/self/mounts || fail "jetsim $*: mounted"
}
mkdir full plain copy && touch full/file
refused 74 "nosuch: No such file" disk --profile hdd nosuch slow
refused 74 "Not a directory" disk --profile hdd images/big slow
refused 69 "not an empty directory" disk --profile hdd images full
refused 64 "lies in" disk --profile hdd images images/slow
refused 64 "lies in" disk --profile hdd . slow
refused 64 "is not one of hdd, sd, emmc, ssd, nvme" disk --profile tape images slow
refused 64 "profile" disk images slow
refused 64 "bandwidth" disk --profile hdd --bandwidth 0 images slow
refused 64 "less than 4Mi" disk --profile hdd --memory 1k images slow
refused 64 "not an emulated board" --root plain disk --profile hdd images slow
mkdir -p copy/run/wattline copy/run/jetsim
printf 'board orin-nano\ntime_scale 1\norigin_mono_ns 0\n' >copy/run/wattline/emulated
refused 69 "no emulated board" --root copy disk --profile hdd images slow
echo nothing >copy/run/jetsim/disks
refused 65 "not the file of a mounted board" --root copy disk --profile hdd images slow
