#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cachestat against vmtouch: paired whole-process times, peak memory, warming, pinning. Prints a table with the bars and
# writes it to bench/cachestat.md.
# Options: --dir DIR (data sets, 12 GB; kept and used again when named), --pairs N, --files N, --many N, --out FILE,
# --only PATTERN (rows whose name matches). Cold metadata and pinning need root; rows that cannot be measured say why.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir='' pairs=7 files=100000 many=1000000 out=$here/cachestat.md only=.
while [ $# -gt 0 ]; do
    case $1 in
    --dir) dir=$2 ;;
    --pairs) pairs=$2 ;;
    --files) files=$2 ;;
    --many) many=$2 ;;
    --out) out=$2 ;;
    --only) only=$2 ;;
    *) echo "cachestat.sh: unknown option $1" >&2 && exit 64 ;;
    esac
    shift 2
done
for tool in cachestat vmtouch python3 /usr/bin/time; do
    command -v "$tool" >/dev/null || { echo "cachestat.sh: $tool is missing" >&2 && exit 69; }
done
if [ -z "$dir" ]; then
    dir=$(mktemp -d "${TMPDIR:-/var/tmp}/bench-cachestat.XXXXXX")
    trap 'umount "$dir/mount" 2>/dev/null || true; rm -rf "$dir"' EXIT
fi
mkdir -p "$dir"
note() { echo "cachestat.sh: $*" >&2; }

# make_files DIR DIRS PER_DIR MIN MAX: files of MIN to MAX bytes (log-uniform by directory).
make_files() {
    awk -v n="$2" -v lo="$4" -v hi="$5" 'BEGIN { srand(1); for (i = 0; i < n; i++) print i, int(lo * exp(rand() * log(hi / lo))) }' |
        while read -r i size; do
            mkdir -p "$1/d$i"
            head -c $((size * $3)) /dev/urandom | split -a 5 -d -b "$size" - "$1/d$i/f"
        done
}
# once NAME COMMAND...: unless an earlier run with --dir has made NAME.
once() {
    [ -e "$dir/$1.made" ] && return
    note "making $1"
    rm -rf "${dir:?}/$1"
    "${@:2}"
    touch "$dir/$1.made"
}
make_small() { make_files "$dir/small" $((files / 100)) 100 8000 90000; }
make_warm() { make_files "$dir/warm" 400 100 8000 90000; }
make_flat() { make_files "$dir/flat" 1 23080 120000 120001; }
make_large() { mkdir "$dir/large" && for i in $(seq 20); do head -c 210M /dev/urandom >"$dir/large/f$i"; done; }
make_sparse() { mkdir "$dir/sparse" && truncate -s 100G "$dir/sparse/hole"; }
make_many() {
    for i in $(seq $((many / 1000))); do
        mkdir -p "$dir/many/d$i" && (cd "$dir/many/d$i" && seq 1000 | xargs truncate -s 4096)
    done
}
make_pinned() { make_files "$dir/pinned" 8 1000 116000 116001; }
make_image() {
    truncate -s 3G "$dir/image" && mkfs.ext4 -qF -N $((files * 5 / 4)) "$dir/image" && mkdir -p "$dir/mount"
    mount -o loop "$dir/image" "$dir/mount"
    make_files "$dir/mount" 100 $((files / 100)) 2000 8000
    umount "$dir/mount"
}

table=$(mktemp)
# row NAME BAR MEASURED DETAIL
row() {
    printf '| %s | %s | %s | %s |\n' "$@" | tee -a "$table"
}
wanted() { [[ $1 =~ $only ]]; }
# compare NAME BAR DATASET PREPARE OURS THEIRS
compare() {
    wanted "$1" || return 0
    once "$3" "make_$3"
    read -r ours theirs ratio low high cpu < <(python3 "$here/pairs.py" "$pairs" "$4" "$5" "$6")
    row "$1" "$2" "$ratio [$low $high]" "$ours ms, vmtouch $theirs ms; CPU ratio $cpu"
}
peak_kb() { /usr/bin/time -f %M "$@" 2>&1 >/dev/null | tail -1; }

machine() {
    echo "$(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ //'), $(nproc) cores," \
        "$(awk '/MemTotal/ { printf "%d MiB", $2 / 1024 }' /proc/meminfo), Linux $(uname -r)," \
        "$(findmnt -no FSTYPE -T "$dir") on $(findmnt -no SOURCE -T "$dir"), load $(cut -d' ' -f1 /proc/loadavg) at the start"
}
started=$(machine)

# This machine may reclaim what nobody used for a minute: data are read again before each run.
scans() {
    local d=$dir/small again="find $dir/small -type f -print0 | xargs -0 cat >/dev/null"
    compare "mincore, $files small files, 1 process" "<= 0.85" small "$again" "cachestat --method mincore -j 1 $d" "vmtouch $d"
    compare "mincore, $files small files, 2 processes" "<= 0.68" small "$again" "cachestat --method mincore -j 2 $d" "vmtouch $d"
    compare "cachestat, $files small files, 1 thread" "<= 0.40" small "$again" "cachestat -j 1 $d" "vmtouch $d"
    compare "cachestat, $files small files, 2 threads" "<= 0.28" small "$again" "cachestat -j 2 $d" "vmtouch $d"
    d=$dir/flat again="find $dir/flat -type f -print0 | xargs -0 cat >/dev/null"
    compare "mincore, 23080 files in one directory, 2 processes" "<= 0.70" flat "$again" "cachestat --method mincore -j 2 $d" "vmtouch $d"
    compare "cachestat, 23080 files in one directory" "<= 0.38" flat "$again" "cachestat $d" "vmtouch $d"
    d=$dir/large
    compare "4 GB in 20 files, freshly read" "<= 0.05" large "vmtouch -qe $d; cat $d/* >/dev/null" "cachestat $d" "vmtouch $d"
    compare "4 GB in 20 files, after partial reclaim" "printed" large "python3 $here/reclaim.py $d/*" "cachestat $d" "vmtouch $d"
    compare "100 GB sparse file" "<= 0.01" sparse "" "cachestat $dir/sparse" "vmtouch $dir/sparse"
}

cold_metadata() {
    local name="cold metadata, $files files, -j8"
    wanted "$name" || return 0
    [ "$(id -u)" = 0 ] || { row "$name" "<= 0.45" "not measured" "needs root: mounts an ext4 image" && return; }
    compare "$name" "<= 0.45" image \
        "umount $dir/mount 2>/dev/null; cachestat evict $dir/image >/dev/null; mount -o loop,ro $dir/image $dir/mount" \
        "cachestat -j 8 $dir/mount" "vmtouch $dir/mount"
    umount "$dir/mount"
}

memory() {
    wanted "peak RSS" || return 0
    once small make_small
    row "peak RSS, $files files" "<= 8192 kB" "$(peak_kb cachestat "$dir/small") kB" \
        "mincore $(peak_kb cachestat --method mincore "$dir/small") kB per process, vmtouch $(peak_kb vmtouch "$dir/small") kB"
    once many make_many
    row "peak RSS, $many files" "<= 8192 kB" "$(peak_kb cachestat "$dir/many") kB" \
        "mincore $(peak_kb cachestat --method mincore "$dir/many") kB per process"
}

warming() {
    local name="warm 40000 files" d=$dir/warm
    compare "$name" "<= 0.4545" warm "vmtouch -qe $d" "cachestat warm $d" "vmtouch -qt $d"
    compare "$name --async" "printed" warm "vmtouch -qe $d" "cachestat warm --async $d" "vmtouch -qt $d"
    wanted "$name" || return 0
    vmtouch -qe "$d"
    row "$name: resident afterwards" "100 %" "$(cachestat warm --columns resident_pct --no-header "$d") %" \
        "vmtouch says $(vmtouch "$d" | awk '/Resident Pages/ { print $3 }')"
}

# in_group BYTES COMMAND...: under a memory limit of its own, with control groups v1 or v2.
in_group() {
    local group=$1
    shift
    # shellcheck disable=SC2016 # the inner shell expands it
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}
make_group() {
    local parent=/sys/fs/cgroup/memory limit=memory.limit_in_bytes
    [ -d $parent ] || { parent=/sys/fs/cgroup limit=memory.max; }
    group=$parent/wattline-bench.$$
    mkdir "$group" 2>/dev/null && echo "$1" >"$group/$limit" 2>/dev/null
}

pinning() {
    local name="pin 53 % of a set" total pinned group=
    wanted "$name" || return 0
    once pinned make_pinned
    total=$(cachestat --columns size_b --no-header "$dir/pinned")
    pinned=$((total * 53 / 100))
    if ! make_group $((pinned * 100 / 93)); then
        row "$name" "hits >= 0.95 of it" "not measured" "control groups are not writable here"
        return
    fi
    vmtouch -qe "$dir/pinned"
    row "plain LRU, same limit" "18 to 27 %" \
        "$(in_group "$group" python3 "$here/epochs.py" "$dir/pinned" 6 | awk 'NR > 1 { printf "%s ", $2 }')%" \
        "hits in epochs 1 to 5, after a cold one"
    vmtouch -qe "$dir/pinned"
    row "$name" "hits >= 50.4 % each epoch" \
        "$(in_group "$group" cachestat pin --fraction 0.53 "$dir/pinned" -- python3 "$here/epochs.py" "$dir/pinned" 5 |
            awk '{ printf "%s ", $2 }')%" "hits in epochs 0 to 4"
    rmdir "$group"
}

scans
cold_metadata
memory
warming
pinning
{
    echo "# cachestat against vmtouch"
    echo
    echo "Made by \`make bench-cachestat\`: $pairs interleaved pairs, median [lowest highest] of the wall-time ratio."
    echo "Machine: $started."
    echo
    echo "| case | bar | measured | detail |"
    echo "|---|---|---|---|"
    cat "$table"
} >"$out"
rm -f "$table"
