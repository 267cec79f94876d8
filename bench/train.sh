#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# trainstep against python3-torch and against a bare JPEG decode: same machine, same files, medians of pairs that take
# turns; then what trainstep itself costs. Prints a Markdown table and writes it to bench/train.md.
# Needs python3-torch, python3-torchvision, gcc, miller. ROUNDS=5 IMAGES=400 STEPS=5 THREADS=2 SAMPLES=1000000 are settings.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rounds=${ROUNDS:-5} images=${IMAGES:-400} steps=${STEPS:-5} threads=${THREADS:-2} samples=${SAMPLES:-1000000}
load_at_start=$(cut -d ' ' -f 1-3 /proc/loadavg)
export OMP_WAIT_POLICY=passive
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

dsgen images --out D --count "$images" --classes 10 --width 800 --height 600 --bytes 100k --seed 1 >manifest.tsv
gcc -O2 -o bare_decode "$here/bare_decode.c" -ljpeg
cat D/*/*.jpg >/dev/null # into the page cache
python=/usr/bin/python3

load() { # load DECODE WORKERS: images per second of the second epoch
    trainstep resnet18 --data D --loader-only --workers "$2" --epochs 2 --decode "$1" --epochs-out epochs.tsv >/dev/null
    mlr --itsv --onidx filter '$epoch == 1' then cut -f images_per_s epochs.tsv
}
value() { mlr --itsv --onidx filter '$name == "'"$1"'"' then cut -f value summary.tsv; }
train() { # train NET ALLOCATOR: median step in ms and peak memory in bytes; the first step does not count
    trainstep "$1" --synthetic --samples $((16 * (steps + 1))) --workers 1 --threads "$threads" --allocator "$2" \
        --summary summary.tsv >/dev/null
    echo "$(value median_step_all_epochs) $(value peak_memory)"
}
python_train() { # python_train NET [SETTING...]
    env "${@:2}" $python "$here/train_step.py" "$1" "$steps" "$threads"
}
note() { printf '%s\t%s\n' "$1" "$2" >>samples.tsv; }
note_both() { note "$1" "$2" && note "$1-memory" "$3"; }

loaders() {
    for workers in 1 2; do
        note "python-$workers" "$($python "$here/train_loader.py" D $workers)"
        for decode in exact fast; do note "$decode-$workers" "$(load $decode $workers)"; done
    done
    note bare "$(taskset -c 0 ./bare_decode D/*/*.jpg)"
    for decode in exact fast; do note "$decode-core" "$(taskset -c 0 bash -c "$(declare -f load); load $decode 0")"; done
}
training() { # training NET
    local -a pair
    read -ra pair < <(python_train "$1") && note_both "python-$1-system" "${pair[@]}"
    read -ra pair < <(train "$1" system) && note_both "$1-system" "${pair[@]}"
    read -ra pair < <(python_train "$1" MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=2147483647) && note_both "python-$1-keep" "${pair[@]}"
    read -ra pair < <(train "$1" keep) && note_both "$1-keep" "${pair[@]}"
}
own_cost() { # shares of an epoch of ResNet-18 on files whose step takes longer than their fetch; one thread, one worker
    trainstep resnet18 --data D --workers 1 --threads 1 --max-steps "$((2 * steps))" --epochs-out epochs.tsv >/dev/null
    note overhead "$(mlr --itsv --onidx put -q 'print $overhead_ms / $epoch_s / 10' epochs.tsv)"
    note stall "$(mlr --itsv --onidx put -q 'print $stall_ms / $epoch_s / 10' epochs.tsv)"
}
memory_of() { # memory_of SAMPLES: peak in bytes of loading as many
    trainstep lenet --synthetic --samples "$1" --loader-only --workers 2 --summary summary.tsv >/dev/null
    note "samples-$1" "$(value peak_memory)"
}

for ((round = 1; round <= rounds; ++round)); do
    loaders
    for net in resnet18 mobilenetv3; do training $net; done
done
own_cost
memory_of 10000
memory_of "$samples"

median() { sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
of() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' samples.tsv | median; }
compare() { # compare WHAT OURS THEIRS least|most BAR
    awk -v what="$1" -v ours="$(of "$2")" -v theirs="$(of "$3")" -v sense="$4" -v bar="$5" 'BEGIN {
        ratio = ours / theirs
        met = sense == "least" ? ratio >= bar : ratio <= bar
        printf "| %s | %.4g | %.4g | %.3f | %s %s | %s |\n", what, ours, theirs, ratio, sense == "least" ? ">=" : "<=", bar, met ? "yes" : "no"
    }'
}
at_most() { # at_most WHAT NAME BAR
    awk -v what="$1" -v ours="$(of "$2")" -v bar="$3" 'BEGIN {
        printf "| %s | %.3f | | | <= %s | %s |\n", what, ours, bar, ours <= bar ? "yes" : "no"
    }'
}

table() {
    printf '# Training\n\nMade by `make bench-train` on %s, %s cores, Linux %s, load average %s at the start, %s at the end.\n' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" "$load_at_start" \
        "$(cut -d ' ' -f 1-3 /proc/loadavg)"
    printf 'Medians of %s rounds, in turns: %s JPEG files of 800 x 600, %s bytes in the mean; %s steps of 16 images, %s threads; %s.\n' \
        "$rounds" "$images" "$(cat D/*/*.jpg | wc -c | awk -v n="$images" '{ printf "%d", $1 / n }')" "$steps" "$threads" \
        "$($python -c 'import torch, torchvision, PIL; print("PyTorch", torch.__version__, "torchvision", torchvision.__version__, "Pillow", PIL.__version__)')"
    printf '\n| comparison | ours | theirs | ratio | bar | met |\n|---|---|---|---|---|---|\n'
    compare "loader exact, 1 worker, images/s, against DataLoader" exact-1 python-1 least 2.2
    compare "loader exact, 2 workers" exact-2 python-2 least 2.6
    compare "loader fast, 1 worker" fast-1 python-1 least 3.3
    compare "loader fast, 2 workers" fast-2 python-2 least 3.6
    compare "exact on one core, images/s, against a bare decode" exact-core bare least 0.75
    compare "fast on one core" fast-core bare least 1.05
    for net in resnet18 mobilenetv3; do
        for allocator in system keep; do
            compare "$net, allocator $allocator: step, ms" $net-$allocator python-$net-$allocator most 1.02
            compare "$net, allocator $allocator: peak memory, bytes" $net-$allocator-memory python-$net-$allocator-memory most 1.1
        done
    done
    compare "memory of loading $samples synthetic samples and of 10000, bytes" "samples-$samples" samples-10000 most 1.02
    at_most "overhead of a ResNet-18 epoch, %" overhead 0.3
    at_most "its stall with 1 worker, %" stall 2
}
table | tee "$here/train.md"
