#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jetsim disk: what fio measures through it, beside the numbers of the medium in man/jetsim-disk.1. Writes the table to
# bench/disk.md, or to OUT=FILE; RUNS=5 runs of SECONDS_EACH=3 seconds, MEDIA="hdd sd emmc ssd nvme".
# On a busy machine, run it under `chrt -f 5`, which the table then says.
# SCALES="1 0.1" are the time scales for the media that may be too fast for this machine; the others run at 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
PATH=${BIN:-$here/../build/bin}:$PATH
runs=${RUNS:-5} each=${SECONDS_EACH:-3} media=${MEDIA:-hdd sd emmc ssd nvme} scales=${SCALES:-1 0.1}
out=$(realpath "${OUT:-$here/disk.md}")
for tool in jetsim cachestat loadlog fio mlr python3; do
    command -v "$tool" >/dev/null || { echo "disk.sh: $tool is missing" >&2 && exit 69; }
done
scratch=$(mktemp -d -p "${TMPDIR:-/var/tmp}" bench-disk.XXXXXX)
clean() {
    cd /
    for mount in view board; do
        if mountpoint -q "$scratch/$mount"; then jetsim umount -z "$scratch/$mount"; fi
    done
    rm -rf "$scratch"
}
trap clean EXIT
cd "$scratch"
mkdir source
head -c 2G /dev/urandom >source/file
sync source/file

numbers() { # numbers MEDIUM: latency in us, MB/s, queue, from the manual
    awk -v medium="$1" '$1 == ".It" && $2 == medium && $3 == "Ta" {
        print $4 * ($5 == "ms" ? 1000 : 1), $7, $10 }' "$here/../man/jetsim-disk.1"
}
median() { sort -g | awk '{ v[NR] = $1 } END { printf "%.5g [%.5g %.5g]", v[int((NR + 1) / 2)], v[1], v[NR] }'; }
fio_figure() { # fio_figure FIELD OPTION...: a field of fio's JSON for the reads
    local field=$1
    shift
    fio --name r --filename view/file --readonly --output-format=json "$@" |
        python3 -c "import json, sys; print(json.load(sys.stdin)['jobs'][0]['read']['$field'])"
}
random_reads() { fio_figure iops --rw=randread --bs=4k --runtime="$each" --time_based --randrepeat=0 "$@"; }
one_at_a_time() { random_reads --direct=0; }
full_queue() { random_reads --direct=1 --ioengine=libaio --iodepth="$queue"; }
sequential() { # as much as the medium reads in that time, at most the file
    local bytes
    bytes=$(awk -v mb="$bandwidth" -v s="$each" -v k="$scale" 'BEGIN { b = mb * 1e6 * s * k; printf "%.0f", (b < 2^31 ? b : 2^31) }')
    fio_figure bw_bytes --rw=read --bs=128k --direct=0 --size="$((bytes / 131072 * 131072))"
}
# row WHAT EXPECTED UNIT MEASURE: medians of fio's figures in the medium's time
row() {
    local what=$1 expected=$2 unit=$3 run
    shift 3
    : >figures
    for run in $(seq "$runs"); do
        echo "disk.sh: $medium, scale $scale, $what, run $run" >&2
        "$@" | awk -v k="$scale" -v unit="$unit" '{ print $1 / k / (unit == "MB/s" ? 1e6 : 1) }' >>figures
    done
    median <figures | awk -v medium="$medium" -v scale="$scale" -v what="$what" -v expected="$expected" -v unit="$unit" '{
        off = 100 * ($1 / expected - 1)
        printf "| %s | %s | %s (%s) | %.5g | %s | %+.1f | %s |\n", medium, scale, what, unit, expected, $0, off,
            (off >= -5 && off <= 5 ? "yes" : "no") }' | tee -a table
}
rows_of_medium() {
    local latency bandwidth queue
    read -r latency bandwidth queue < <(numbers "$medium")
    expected() { awk -v us="$latency" -v mb="$bandwidth" -v n="$1" 'BEGIN {
        rate = n * 1e6 / (us + 4096 / mb); most = mb * 1e6 / 4096; print rate < most ? rate : most }'; }
    cachestat warm source >/dev/null
    jetsim mount --board agx-orin --time-scale "$scale" board
    jetsim --root board disk --profile "$medium" source view
    row "random reads of 4 KiB, one at a time" "$(expected 1)" "1/s" one_at_a_time
    [ "$queue" = 1 ] || row "random reads of 4 KiB, $queue at a time" "$(expected "$queue")" "1/s" full_queue
    row "sequential read" "$bandwidth" MB/s sequential
    jetsim umount view
    jetsim umount board
}
warm_speed() { # warm_speed FILE: MB/s of a file in memory
    cachestat warm "$1" >/dev/null
    fio --name r --filename "$1" --readonly --rw=read --bs=1M --invalidate=0 --runtime=1 --time_based --output-format=json |
        python3 -c "import json, sys; print(json.load(sys.stdin)['jobs'][0]['read']['bw_bytes'] / 1e6)"
}
counted() { # what loadlog reports of random reads, beside fio
    cachestat warm source >/dev/null
    jetsim mount --board agx-orin board
    jetsim --root board disk --profile ssd source view
    random_reads --direct=0 >fio &
    loadlog --root board --disk view -i 500ms -d "${each}s" -o load.tsv
    wait $!
    jetsim umount view
    jetsim umount board
    # Without the first and the last row, in which fio may not have read all the time.
    mlr --itsv --onidx cut -f read_per_s load.tsv | sed '1,2d;$d' | median
    printf '; fio: %.5g' "$(cat fio)"
}

load() { cut -d ' ' -f 1-3 /proc/loadavg; }
priority=''
if ! chrt -p $$ | grep SCHED_OTHER >/dev/null; then priority=' at real-time priority'; fi
started=$(load)
for medium in $media; do
    for scale in $(case $medium in ssd | nvme) echo "$scales" ;; *) echo 1 ;; esac); do rows_of_medium; done
done
counts=$(counted)
jetsim disk --profile nvme source view
for _ in $(seq "$runs"); do warm_speed view/file; done >figures
warm_view=$(median <figures)
for _ in $(seq "$runs"); do warm_speed source/file; done >figures
warm_source=$(median <figures)
jetsim umount view
{
    printf '# jetsim disk\n\n'
    printf 'Made by `make bench-disk` on %s, %s cores, Linux %s, %s, %s; load average %s before, %s after.\n' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r | cut -d - -f 1)" "$(jetsim --version)" \
        "$(fio --version)" "$started" "$(load)"
    printf 'Medians [lowest highest] of %s runs of %s seconds%s, on a cold file of 2 GiB whose source is in memory.\n' \
        "$runs" "$each" "$priority"
    printf 'At time scale 0.1, one second of the medium takes ten real seconds; the figures are in seconds of the medium.\n'
    printf 'Several reads at a time use O_DIRECT; all other reads go through the page cache.\n\n'
    printf '| medium | time scale | what | medium | fio | off by (%%) | within 5 %% |\n|---|---|---|---|---|---|---|\n'
    cat table
    printf '\nRandom reads per second of the ssd, as `loadlog --disk` reports them: %s.\n\n' "$counts"
    printf 'A file in memory, MB/s: %s through the disk, %s in the source folder.\n' "$warm_view" "$warm_source"
} >"$out"
