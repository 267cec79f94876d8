#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Long logs, many files and many modes: joules, wattcheck, cachestat, trainstep and pmsearch at three sizes each, beside what does the same
# or the part of it that a shell line does: wall time and peak memory. Writes the table to bench/scale.md, or to OUT=FILE. --quick takes a
# hundredth of each size and writes to OUT only. ROUNDS=3 runs of each in turn. A program that is missing has NA.
# Needs /usr/bin/time, python3, and 3 GB in TMPDIR (/var/tmp).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
part=1
case ${1-} in --quick) part=100 && shift ;; esac
arguments 0 "$@"
# shellcheck source=bench/boards.bash
. "$here/boards.bash"
page=$here/scale.md
[ $part = 1 ] || page=/dev/null
out=$(realpath "${OUT:-$page}") rounds=${ROUNDS:-3}
need joules wattcheck cachestat trainstep pmsearch pmode jetsim dsgen mawk /usr/bin/time python3
enter_scratch

# taken FILE COMMAND: its wall time in s and its largest resident set in KiB.
taken() {
    local begin=$EPOCHREALTIME end kib
    kib=$(/usr/bin/time -f %M bash -c "$2" 2>&1 >/dev/null) || { echo "$2: $kib" >&2 && exit 70; }
    end=$EPOCHREALTIME
    printf '%s %s\n' "$(((${end/./} - ${begin/./}) / 1000))" "${kib##*$'\n'}" >>"$1"
}
column() { cut -d ' ' -f "$2" "$1" | sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; } # the median
scaled() { awk -v value="$1" -v by="$2" -v digits="$3" 'BEGIN { printf "%.*f", digits, value / by }'; }
# compare WHAT SIZE BAR OURS PEER PEER_COMMAND: a row. BAR is an awk expression of s, mib and ratio, or -. PEER - is none.
compare() {
    local s mib ratio=NA peer_s=NA peer_mib=NA met='' program=${6%% *}
    rm -f ours theirs
    for _ in $(seq "$rounds"); do
        taken ours "$4"
        if [ "$5" != - ] && command -v "$program" >/dev/null; then taken theirs "$6"; fi
    done
    s=$(scaled "$(column ours 1)" 1000 3) mib=$(scaled "$(column ours 2)" 1024 1)
    if [ -e theirs ]; then
        peer_s=$(scaled "$(column theirs 1)" 1000 3) peer_mib=$(scaled "$(column theirs 2)" 1024 1)
        ratio=$(scaled "$(column ours 1)" "$(column theirs 1)" 3)
    fi
    [ "$3" = - ] || met=$(awk -v s="$s" -v mib="$mib" -v ratio="$ratio" "BEGIN { print ($3) ? \"yes\" : \"**no**\" }")
    printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$1" "$2" "$s" "$mib" "$5" "$peer_s" "$peer_mib" "$ratio" \
        "${3//&&/,}" "$met"
}
sizes() { local largest=$(($1 / part)); echo $((largest / 100)) $((largest / 10)) $largest; }
bar_of() { if [ "$1" = "$2" ]; then echo "$3"; else echo -; fi; } # bar_of SIZE LARGEST BAR: bars hold for the largest size only

power() { # power ROWS: 1 kHz
    awk -v rows="$1" 'BEGIN { OFS = "\t"; print "time_s", "mono_s", "rail", "scope", "voltage_v", "current_a", "power_w", "stale", "source"
        for (k = 0; k < rows; k++) printf "%.6f\t%.6f\tTOTAL\ttotal\tNA\tNA\t%.4f\t0\tmeasured\n", 17e8 + k / 1000, 1000 + k / 1000, 20 + k % 7 }'
}
logs() {
    local rows
    # shellcheck disable=SC2016
    echo 'NR > 2 { s += ($2 - t) * ($7 + w) / 2 } { t = $2; w = $7 } END { print s }' >integral.awk
    # shellcheck disable=SC2016
    echo 'NR > 2 { g = $2 - t; if (g > m) m = g; s += $7; if ($7 > h) h = $7 } { t = $2 } END { print m, s / NR, h }' >gaps.awk
    for rows in $(sizes 10000000); do
        power "$rows" >rows.tsv
        printf 'start_mono_s\tend_mono_s\n1000\t%d.%03d\n' $((1000 + (rows - 1) / 1000)) $(((rows - 1) % 1000)) >whole.tsv
        compare joules "$rows rows" "$(bar_of "$rows" 10000000 'ratio <= 0.5 && mib <= 8')" \
            'joules rows.tsv <whole.tsv' 'mawk, the integral alone' 'mawk -F "\t" -f integral.awk rows.tsv'
        compare wattcheck "$rows rows" "$(bar_of "$rows" 10000000 'mib <= 8')" \
            'wattcheck -q --profile quick rows.tsv || [ $? = 1 ]' 'mawk, gap, mean and maximum alone' 'mawk -F "\t" -f gaps.awk rows.tsv'
    done
    rm rows.tsv
}
files() {
    local count
    for count in $(sizes 500000); do
        mkdir many
        python3 -c 'import os, sys
for i in range(int(sys.argv[1])):
    if i % 1000 == 0: os.mkdir(f"many/d{i // 1000}")
    with open(f"many/d{i // 1000}/f{i}", "w") as file: file.truncate(4096)' "$count"
        compare cachestat "$count files" "$(bar_of "$count" 500000 'ratio <= 0.4 && mib <= 8')" 'cachestat many' vmtouch 'vmtouch many'
        compare cachestat "$count files" "$(bar_of "$count" 500000 'ratio <= 0.3')" 'cachestat many' fincore \
            'fincore --version >/dev/null && find many -type f -print0 | xargs -0 fincore'
        rm -r many
    done
}
images() {
    local count
    dsgen images --out one --count 1 --classes 1 --width 64 --height 48 --bytes 1500 >/dev/null
    # What torchvision's ImageFolder does before the first minibatch, without the time to import it.
    cat >walk.py <<'END'
import os
found = []
for label, name in enumerate(sorted(entry.name for entry in os.scandir("many") if entry.is_dir())):
    for root, _, files in sorted(os.walk(os.path.join("many", name), followlinks=True)):
        found += [(os.path.join(root, file), label) for file in sorted(files) if file.lower().endswith((".jpg", ".jpeg", ".png"))]
print(len(found))
END
    compare 'trainstep, start' 'no images' - 'trainstep info resnet18' - ''
    for count in $(sizes 200000); do
        python3 -c 'import os, sys
source = sys.argv[2]
for i in range(int(sys.argv[1])):
    folder = f"many/c{i % 100:04}"
    os.makedirs(folder, exist_ok=True)
    if i % 20000 == 0:
        source = f"{folder}/{i:06}.jpg"
        open(source, "wb").write(open(sys.argv[2], "rb").read())
    else:
        os.link(source, f"{folder}/{i:06}.jpg")' "$count" one/c0000/*.jpg
        compare 'trainstep, start' "$count images" "$(bar_of "$count" 200000 's <= 2')" \
            'trainstep info resnet18 --data many' 'the walk of ImageFolder in Python' 'python3 walk.py'
        rm -r many
    done
}
modes() {
    local count every
    jetsim truth --board agx-orin --workload resnet18 >all.tsv
    awk 'NR == 1 || NR % 1800 == 2' all.tsv >profiles.tsv
    for count in 441 4368 18096; do
        every=$((18096 / count))
        awk -v every="$every" -v most="$count" 'NR == 1 || ((NR - 2) % every == 0 && n++ < most)' all.tsv >modes.tsv
        compare 'pmsearch next, first profile' "$count modes" "$(bar_of "$count" 18096 's <= 0.05')" \
            'pmsearch next --budget 30 --modes modes.tsv </dev/null' - ''
        compare 'pmsearch next, after 11 profiles' "$count modes" "$(bar_of "$count" 18096 's <= 0.15')" \
            'pmsearch next --budget 30 --modes modes.tsv <profiles.tsv' - ''
    done
}
{
    printf '| what | size | s | MiB | compared with | s | MiB | ratio | bar | met |\n|---|---|---|---|---|---|---|---|---|---|\n'
    logs
    files
    images
    modes
} | tee table.md
{
    printf '# Long logs, many files, many modes\n\n'
    made_by bench-scale joules
    printf '\nMedians of %s runs in turn, of whole processes; the ratio is that of the times. Bars are for the largest size. "Alone" is a part of\n' "$rounds"
    printf 'the work. [plot.md](plot.md) has the times of pictures of long logs. A sweep of 300 modes leaves up to 90 MB (pmsweep-rows(7)).\n\n'
    cat table.md
} >"$out"
