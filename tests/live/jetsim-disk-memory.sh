#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jetsim disk --memory: the page cache of the view is bounded, least recently used first, and pinned pages stay.
set -eu
fail() {
    echo "FAILED: $*"
    exit 1
}
cached() { cachestat "$@" | mlr --itsv --onidx cut -f cached_b; }
bound=$((8 << 20)) file=$((1 << 20))
mkdir images
for i in $(seq 10 25); do head -c $file /dev/zero | tr '\0' "$((i % 10))" >"images/$i"; done
sync images/*
jetsim mount --board agx-orin M
jetsim --root M disk --profile nvme --memory 8Mi images slow
sectors() { awk '$3 == "nvme1n1" { print $6 }' M/proc/diskstats; }
read_b() { # read_b COMMAND...: bytes that it makes the disk read
    local before
    sync slow # now the board counts all reads so far
    before=$(sectors)
    "$@" >/dev/null
    sync slow
    bytes=$((($(sectors) - before) * 512))
}
read_whole() { # on a busy machine, a page that was read ahead can be evicted before it is used
    [ $bytes -ge $((16 * file)) ] && [ $bytes -le $((16 * file + file / 8)) ] || fail "$1: $bytes bytes were read from the disk"
}
within_bound() { # eviction follows the reads
    for _ in $(seq 1000); do
        [ "$(cached slow)" -gt $bound ] || return 0
    done
    fail "$(cached slow) bytes are cached"
}

# A set twice as large as the bound, read in order: every round misses everything, as with 8 MiB of memory.
for round in 1 2 3; do
    read_b cat slow/1? slow/2?
    read_whole "round $round"
    within_bound
done
[ "$(cached slow)" -gt $((bound / 2)) ] || fail "only $(cached slow) bytes are cached"

# Half the bound fits, and stays in memory.
cachestat evict slow >/dev/null
read_b cat slow/10 slow/11 slow/12 slow/13
[ $bytes = $((4 * file)) ] || fail "$bytes bytes instead of four files"
read_b cat slow/10 slow/11 slow/12 slow/13
[ $bytes = 0 ] || fail "files within the bound were read again: $bytes bytes"

# A file that is opened again and again stays, although the disk does not see its reads.
often() { for i in $(seq 11 25); do cat "slow/$i" slow/10; done; }
read_b often
[ "$(cached slow/10)" = $file ] || fail "the file in use was evicted"
[ $bytes -le $((15 * file)) ] || fail "the file in use was read again: $bytes bytes"

# Of one file larger than the bound, what was read first goes first.
cat images/1? images/2? >images/all && sync images/all
read_b cat slow/all
within_bound
read_b cat slow/all
read_whole "a large file, second round"
cmp images/all slow/all || fail "wrong bytes"

# Pinned files stay through rounds that evict all else.
pinned() {
    cachestat evict slow >/dev/null
    cachestat pin --fraction 1 slow/20 slow/21 -o pin.tsv -- sh -c '
        for round in 1 2; do cat slow/1? slow/2?; done >/dev/null
        cachestat slow/20 slow/21 >during.tsv'
}
pinned
[ "$(mlr --itsv --onidx stats1 -a sum -f cached_b during.tsv)" = $((2 * file)) ] ||
    fail "pinned files were evicted: $(cat during.tsv)"
within_bound
jetsim umount slow
jetsim umount M
