#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cachestat against an independent mincore(2), page by page, on loop-mounted file systems; and against vmtouch's totals.
# Needs root, loop devices, and mkfs for each file system: what is missing fails the test and is named.
set -u
here=$(dirname "$0")
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# A tree of what is awkward: hostile names, hard links, links, holes, truncated and empty files.
make_tree() {
    mkdir -p "$1/sub/deep"
    for i in $(seq 40); do head -c $((i * 7919)) /dev/urandom >"$1/sub/f$i"; done
    head -c 3000000 /dev/urandom >"$1/large"
    head -c 9000 /dev/urandom >"$1/$(printf 'tab\there')"
    head -c 9000 /dev/urandom >"$1/sub/$(printf 'new\nline')"
    head -c 9000 /dev/urandom >"$1/sub/deep/back\\slash"
    head -c 50000 /dev/urandom >"$1/first" && ln "$1/first" "$1/sub/second"
    ln -s ../large "$1/sub/alias" && ln -s .. "$1/sub/loop" && ln -s /nowhere "$1/dangling"
    truncate -s 5M "$1/hole" && printf x | dd of="$1/hole" bs=1 seek=3000000 conv=notrunc status=none
    head -c 500000 /dev/urandom >"$1/shorter" && truncate -s 123457 "$1/shorter"
    : >"$1/empty"
    mkfifo "$1/fifo"
    sync -f "$1"
}

# Drops everything, then reads random pieces.
stir() {
    cachestat evict "$1" >/dev/null 2>&1
    find "$1" -type f -size +0 -print0 | sort -z | python3 -c '
import os, random, sys
choice = random.Random(3)
for name in sys.stdin.buffer.read().split(b"\0")[:-1]:
    fd = os.open(name, os.O_RDONLY)
    size = os.fstat(fd).st_size
    if choice.random() < 0.5:
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM)
    for _ in range(choice.randrange(6)):
        os.pread(fd, choice.randrange(1, 100000), choice.randrange(size))
    os.close(fd)'
}

pages_seen() { # DIR METHOD: path, page, resident; a file with several links by its inode, as whichever link came first
    cachestat --map 1000000000 --method "$2" --no-header --columns path,part,cached_pages "$1" |
        while IFS= read -r line; do
            case $line in
            */first$'\t'* | */second$'\t'*) printf 'inode %s\t%s\n' "$inode" "${line#*$'\t'}" ;;
            *) printf '%s\n' "$line" ;;
            esac
        done | sort
}

differences() { # DIR METHOD-EXPECTED: one look of all observers; what they differ in
    local total want
    python3 "$here/mincore_oracle.py" "$1" | sort >oracle
    for method in auto mincore; do
        pages_seen "$1" $method >ours
        diff -u oracle ours || echo "$method: pages differ"
    done
    total=$(cachestat -j 4 --columns cached_pages,pages,method --no-header "$1")
    want="$(awk -F'\t' '{ r += $3; n++ } END { print r "\t" n }' oracle)	$2"
    [ "$total" = "$want" ] || echo "total '$total', wanted '$want'"
    total=$(cachestat --columns cached_pages,pages --no-header "$1" | tr '\t' /)
    want=$(vmtouch "$1" 2>/dev/null | awk '/Resident Pages/ { print $3 }')
    [ "$total" = "$want" ] || echo "total $total, vmtouch says $want"
}

# The observers look one after the other, while read-ahead may still be on its way: a page that waits for the disk is
# in the cache, as cachestat(2) counts it, but not yet up to date, as mincore(2) demands. They must agree within some
# looks; a true difference stays.
compare() { # NAME DIR METHOD-EXPECTED
    local look
    stir "$2"
    inode=$(stat -c %i "$2/first")
    for look in $(seq 20); do
        sync -f "$2"
        differences "$2" "$3" >difference
        [ -s difference ] || break
    done
    [ ! -s difference ] || { fail "$1: no agreement in $look looks"; tail -20 difference; }
    awk -v n="$1" -v looks="$look" -F'\t' '{ r += $3 } END { print n ": " r " of " NR " pages resident, looks: " looks }' oracle
}

on_image() { # FS MIB MKFS...
    local fs=$1 mib=$2
    shift 2
    command -v "$1" >/dev/null || { fail "$fs: $1 is missing"; return; }
    truncate -s "${mib}M" "$fs.img" && "$@" "$fs.img" >/dev/null 2>mkfs.err || { fail "$fs: $(tail -1 mkfs.err)"; return; }
    mkdir "$fs" && mount -o loop "$fs.img" "$fs" || { fail "$fs: cannot be mounted"; return; }
    make_tree "$fs"
    compare "$fs" "$fs" cachestat
    umount "$fs" || fail "$fs: still busy afterwards"
}

on_image ext4 64 mkfs.ext4 -qF
on_image xfs 320 mkfs.xfs -qf
on_image btrfs 128 mkfs.btrfs -qf

# evict --metadata: what the device itself has in memory (inode tables, directories) goes too.
blocks() {
    python3 -c 'import sys; sys.path.insert(0, sys.argv[1]); import mincore_oracle as o; print(sum(o.resident(sys.argv[2], 64 << 20)))' \
        "$here" "$(findmnt -no SOURCE ext4)"
}
mount -o loop ext4.img ext4 && find ext4 -ls >/dev/null || fail "metadata: ext4 cannot be mounted again"
before=$(blocks)
[ "$(cachestat evict --metadata --no-header --columns cached_pages,metadata ext4)" = "0	cold" ] || fail "metadata: not said to be cold"
after=$(blocks)
[ "$after" -lt "$before" ] || fail "metadata: $before blocks of the device were in memory, $after still are"
umount ext4

mkdir tmpfs && mount -t tmpfs tmpfs tmpfs || fail "tmpfs: cannot be mounted"
make_tree tmpfs
compare tmpfs tmpfs cachestat

mkdir lower upper work overlay
make_tree lower
mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay || fail "overlayfs: cannot be mounted"
compare overlayfs overlay mincore
umount overlay

mkdir tree squashfs && make_tree tree
command -v mksquashfs >/dev/null || fail "squashfs: mksquashfs is missing"
mksquashfs tree squash.img -quiet -no-progress >/dev/null && mount -o loop squash.img squashfs || fail "squashfs: cannot be mounted"
compare squashfs squashfs cachestat

# -x stays on the operand's file system; a bind mount of a part of a tree adds nothing to it.
mkdir -p one/other one/bound one/part && mount -t tmpfs tmpfs one/other && echo 1 >one/other/f && echo 2 >one/part/f
mount --bind one/part one/bound
[ "$(cachestat -x --no-header --columns files one)" = 1 ] || fail "-x left its file system"
[ "$(cachestat --no-header --columns files one)" = 2 ] || fail "a bind mount was counted twice"
exit $failed
