#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# trainstep against python3-torch and against a bare JPEG decode: same machine, same files, medians of pairs that take
# turns. Prints a row per comparison: what, ours, theirs, ratio, the bar and whether it is met.
# Needs python3-torch, python3-torchvision, gcc. ROUNDS=5 IMAGES=400 STEPS=5 THREADS=2 are settings.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rounds=${ROUNDS:-5} images=${IMAGES:-400} steps=${STEPS:-5} threads=${THREADS:-2}
export OMP_WAIT_POLICY=passive
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

dsgen images --out D --count "$images" --classes 10 --width 800 --height 600 --bytes 100k --seed 1 >manifest.tsv
gcc -O2 -o bare_decode "$here/bare_decode.c" -ljpeg
cat D/*/*.jpg >/dev/null # into the page cache
python=/usr/bin/python3

column() { mlr --itsv --onidx filter '$epoch == 1' then cut -f "$1" epochs.tsv; }
load() { # load DECODE WORKERS: images per second of the second epoch
    trainstep resnet18 --data D --loader-only --workers "$2" --epochs 2 --decode "$1" --epochs-out epochs.tsv >/dev/null
    column images_per_s
}
value() { mlr --itsv --onidx filter '$name == "'"$1"'"' then cut -f value summary.tsv; }
train() { # train NET ALLOCATOR: median step in ms and peak memory in bytes
    trainstep "$1" --synthetic --samples 64 --workers 1 --threads "$threads" --allocator "$2" --epochs 4 --max-steps "$steps" \
        --summary summary.tsv >/dev/null
    echo "$(value median_step_all_epochs) $(value peak_memory)"
}
median() { sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
note() { printf '%s\t%s\n' "$1" "$2" >>samples.tsv; }

for ((round = 1; round <= rounds; ++round)); do
    for workers in 1 2; do
        note "python-$workers" "$($python "$here/train_loader.py" D $workers)"
        for decode in exact fast; do note "$decode-$workers" "$(load $decode $workers)"; done
    done
    note bare "$(taskset -c 0 ./bare_decode D/*/*.jpg)"
    for decode in exact fast; do note "$decode-core" "$(taskset -c 0 trainstep resnet18 --data D --loader-only --workers 0 \
        --epochs 2 --decode $decode --epochs-out epochs.tsv >/dev/null && column images_per_s)"; done
    for net in resnet18 mobilenetv3; do
        read -r ms bytes <<<"$($python "$here/train_step.py" $net "$steps" "$threads")"
        note "python-$net" "$ms"; note "python-$net-memory" "$bytes"
        read -r ms bytes <<<"$(MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=2147483647 $python "$here/train_step.py" $net "$steps" "$threads")"
        note "python-$net-keep" "$ms"; note "python-$net-keep-memory" "$bytes"
        for allocator in system keep; do
            read -r ms bytes <<<"$(train $net $allocator)"
            note "$net-$allocator" "$ms"; note "$net-$allocator-memory" "$bytes"
        done
    done
done

of() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' samples.tsv | median; }
printf 'comparison\tours\ttheirs\tratio\tbar\tmet\n'
compare() { # compare WHAT OURS THEIRS least|most BAR
    awk -v what="$1" -v ours="$(of "$2")" -v theirs="$(of "$3")" -v sense="$4" -v bar="$5" 'BEGIN {
        ratio = ours / theirs
        met = sense == "least" ? ratio >= bar : ratio <= bar
        printf "%s\t%.3f\t%.3f\t%.3f\t%s%s\t%s\n", what, ours, theirs, ratio, sense == "least" ? ">=" : "<=", bar, met ? "yes" : "no"
    }'
}
compare "loader exact, 1 worker (images/s)" exact-1 python-1 least 2.2
compare "loader exact, 2 workers (images/s)" exact-2 python-2 least 2.6
compare "loader fast, 1 worker (images/s)" fast-1 python-1 least 3.3
compare "loader fast, 2 workers (images/s)" fast-2 python-2 least 3.6
compare "exact against bare decode, one core (images/s)" exact-core bare least 0.75
compare "fast against bare decode, one core (images/s)" fast-core bare least 1.05
for net in resnet18 mobilenetv3; do
    compare "$net step, system allocator (ms)" $net-system python-$net most 1.02
    compare "$net step, memory kept (ms)" $net-keep python-$net-keep most 1.02
    compare "$net peak memory, system allocator (B)" $net-system-memory python-$net-memory most 1.1
    compare "$net peak memory, memory kept (B)" $net-keep-memory python-$net-keep-memory most 1.1
done
