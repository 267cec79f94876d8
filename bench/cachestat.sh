#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cachestat against vmtouch: paired whole-process times, peak memory, warming, pinning. Prints a table with the bars and
# whether they are met, and writes it to bench/cachestat.md or --out FILE.
# Options: --dir DIR (where the data sets of 20 GB are kept for the next run; without it they are made under build/ and
# removed), --pairs N, --files N, --many N, --only PATTERN (only rows whose name matches; written only with --out).
# Cold metadata and pinning need root. A row that cannot be measured gives the reason.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
dir='' pairs=7 files=100000 many=1000000 out='' only=''
while [ $# -gt 0 ]; do
    case $1 in -h | --help) arguments 0 --help ;; esac
    [ $# -gt 1 ] || refuse "$1: its value is missing, or it is no option"
    case $1 in
    --dir) dir=$2 ;;
    --pairs) pairs=$2 ;;
    --files) files=$2 ;;
    --many) many=$2 ;;
    --out) out=$2 ;;
    --only) only=$2 ;;
    *) refuse "$1: no such option" ;;
    esac
    shift 2
done
if [ -z "$out" ] && [ -z "$only" ]; then out=$here/cachestat.md; fi
for tool in cachestat vmtouch python3 /usr/bin/time; do
    command -v "$tool" >/dev/null || { echo "cachestat.sh: $tool is missing" >&2 && exit 69; }
done
if [ -z "$dir" ]; then
    below=$here/../build
    [ -d "$below" ] || below=/var/tmp
    dir=$(mktemp -d "$(realpath "$below")/bench-cachestat.XXXXXX")
    made=$dir
fi
loop='' group='' made=${made:-}
clean() {
    if mountpoint -q "$dir/mount"; then umount "$dir/mount"; fi
    if [ -n "$loop" ]; then losetup -d "$loop"; fi
    if [ -n "$group" ]; then rmdir "$group" 2>/dev/null || true; fi
    if [ -n "$made" ]; then rm -rf "$made"; fi
}
trap clean EXIT
mkdir -p "$dir"
note() { echo "cachestat.sh: $*" >&2; }
free_gb=$(df -B1G --output=avail "$dir" | tail -1)
if [ "$free_gb" -lt 20 ] && [ -z "$only" ] && [ ! -e "$dir/pinned.made" ]; then
    note "$dir: 20 GB are needed, $free_gb are free; name another place with --dir" && exit 69
fi

# shellcheck source=bench/cachestat_sets.sh
. "$here/cachestat_sets.sh"

table=$(mktemp)
# met BAR MEASURED: every number of MEASURED, leaving out [lowest highest], on the right side of the bar?
met() {
    awk -v bar="$1" -v measured="$2" 'BEGIN {
        sub(/\[.*/, "", measured)
        split(bar, side, " ")
        answer = "-"
        for (n = split(measured, word, " "); n > 0; --n)
            if ((side[1] == "<=" || side[1] == ">=") && word[n] ~ /^[0-9.]+$/ && answer != "no")
                answer = (side[1] == "<=" ? word[n] + 0 <= side[2] + 0 : word[n] + 0 >= side[2] + 0) ? "yes" : "no"
        print answer
    }'
}
# row NAME BAR MEASURED DETAIL
row() {
    printf '| %s | %s | %s | %s | %s |\n' "$1" "$2" "$3" "$(met "$2" "$3")" "$4" | tee -a "$table"
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
        "$(findmnt -no FSTYPE -T "$dir") on $(findmnt -no SOURCE -T "$dir")"
}
load() { cut -d' ' -f1-3 /proc/loadavg; }
load_before=$(load)

# The kernel may reclaim pages that were not used for a minute: data are read again before each run.
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
    once image make_image
    # One loop device for all pairs: with one per mount, the previous one may not be released yet.
    loop=$(losetup --find --show --read-only "$dir/image")
    compare "$name" "<= 0.45" image \
        "if mountpoint -q $dir/mount; then umount $dir/mount; fi; cachestat evict $dir/image >/dev/null; mount -r $loop $dir/mount" \
        "cachestat -j 8 $dir/mount" "vmtouch $dir/mount"
    umount "$dir/mount"
    losetup -d "$loop"
    loop=''
}

memory() {
    wanted "peak RSS" || return 0
    once small make_small
    row "peak RSS, $files files, kB: cachestat, mincore" "<= 8192" \
        "$(peak_kb cachestat "$dir/small") $(peak_kb cachestat --method mincore "$dir/small")" \
        "vmtouch $(peak_kb vmtouch "$dir/small"); mincore per process"
    once many make_many
    row "peak RSS, $many files, kB: cachestat, mincore" "<= 8192" \
        "$(peak_kb cachestat "$dir/many") $(peak_kb cachestat --method mincore "$dir/many")" "files of one page"
}

warming() {
    local name="warm 40000 files" d=$dir/warm
    compare "$name" "<= 0.4545" warm "vmtouch -qe $d" "cachestat warm $d" "vmtouch -qt $d"
    compare "$name --async" "printed" warm "vmtouch -qe $d" "cachestat warm --async $d" "vmtouch -qt $d"
    wanted "$name" || return 0
    vmtouch -qe "$d"
    row "$name: resident afterwards" ">= 100 %" "$(cachestat warm --columns resident_pct --no-header "$d") %" \
        "vmtouch says $(vmtouch "$d" | awk '/Resident Pages/ { print $3 }')"
}

pinning() {
    local name="pin 53 % of a set" total pinned
    wanted "$name" || return 0
    once pinned make_pinned
    total=$(($(cachestat --columns pages --no-header "$dir/pinned") * $(getconf PAGESIZE)))
    pinned=$((total * 53 / 100))
    if ! make_group $((pinned * 100 / 93)); then
        row "$name" ">= 50.4 % hits" "not measured" "control groups are not writable here"
        return
    fi
    vmtouch -qe "$dir/pinned"
    row "plain LRU, same limit" "printed (18 to 27 %)" \
        "$(in_group "$group" python3 "$here/epochs.py" "$dir/pinned" 6 | awk 'NR > 1 { printf "%s ", $2 }')%" \
        "hits in epochs 1 to 5, after a cold one"
    vmtouch -qe "$dir/pinned"
    row "$name" ">= 50.4 % hits" \
        "$(in_group "$group" cachestat pin --fraction 0.53 "$dir/pinned" -- python3 "$here/epochs.py" "$dir/pinned" 5 |
            awk '{ printf "%s ", $2 }')%" "hits in epochs 0 to 4; 0.95 of what is pinned"
    rmdir "$group"
    group=''
}

scans
cold_metadata
memory
warming
pinning
if [ -n "$out" ]; then
    {
        echo "# cachestat against vmtouch"
        echo
        echo "Made by \`make bench-cachestat\`: $pairs interleaved pairs, median [lowest highest] of the wall-time ratio."
        echo "Machine: $(machine), load average $load_before at the start, $(load) at the end."
        echo
        echo "| case | bar | measured | met | detail |"
        echo "|---|---|---|---|---|"
        cat "$table"
    } >"$out"
fi
rm -f "$table"
