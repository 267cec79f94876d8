#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Search and prediction on recorded tables: our figures beside the published methods, and every bar beside its figure.
# `models.sh SECTION...` runs some: search elsewhere overruns prediction size exact faults priors offers speed baselines. All of them write models.md.
# EXACT="orin-nano:lenet orin-nano:lstm" chooses the boards and workloads of exact, faults, priors and offers, which need no recorded tables.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
known="search elsewhere overruns prediction size exact faults priors offers speed baselines"
parts "$known" "$@"
shared=$here/../../shared
build=$(cd "$(dirname "$(command -v pmsearch)")/.." && pwd)
recorded=false # whether a section needs the recorded tables
[ $# -gt 0 ] || recorded=true
for section; do
    case $section in exact | faults | priors | offers) ;; *) recorded=true ;; esac
done
if "$recorded" && [ ! -d "$shared/data" ]; then
    echo "bench-models: $shared/data is not available: the recorded tables are not part of the project" >&2
    exit 1
fi
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy, sklearn' 2>/dev/null; then python=$candidate && break; fi
done
need_python() {
    [ -n "$python" ] || echo "bench-models: $1 not run: it needs python3-numpy and python3-sklearn" >&2
    [ -n "$python" ]
}
# The times and powers of every mode of some emulated boards, without noise; BERT does not fit in the memory of two.
exact_tables() { # exact_tables FOLDER
    local pairs=${EXACT:-} pair board workload
    if [ -z "$pairs" ]; then
        for board in agx-orin orin-nx orin-nano agx-xavier xavier-nx; do
            for workload in resnet18 mobilenetv3 yolov8n bert lstm lenet; do pairs+=" $board:$workload"; done
        done
        pairs=${pairs/ orin-nano:bert/}
        pairs=${pairs/ xavier-nx:bert/}
    fi
    mkdir "$1"
    for pair in $pairs; do
        jetsim truth --board "${pair%:*}" --workload "${pair#*:}" >"$1/${pair/:/ }.tsv"
    done
}
# What trainstep info says of each network, with the mean size of a file of its data set where there are files.
network_sizes() { # network_sizes FOLDER
    local network workload
    mkdir "$1"
    for network in resnet18 resnet50 yolov8n mobilenetv3 bert bert-large lstm lenet; do
        workload=${network/resnet50/resnet18} workload=${workload%-large}
        {
            trainstep info "$network" | grep -v '^module '
            awk -F'\t' -v OFS='\t' '$1 == "sample_bytes" { print "mean_file", $2, "B" }' \
                "$here/../share/boards/workloads/$workload.tsv"
        } >"$1/$network.tsv"
    done
}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
cmake --build "$build" --target bench_models >/dev/null
run() { # run SECTION
    case $1 in
    speed) need_python "the prototype's part of speed" || true; "$here/models/speed.sh" "$shared" "${python:-false}" ;;
    baselines) if need_python baselines; then "$python" "$here/models/baselines.py" "$shared"; fi ;;
    *) "$build/bench/bench_models" "$shared/data" "$shared/models" "$here/../share/boards" "$scratch/exact" "$scratch/sizes" "$1" ;;
    esac
}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
printf '# Search and prediction\n\nMade by `make bench-models` on %s, %s cores, Linux %s, load average %s at the start.\n\n' \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc --all)" "$(uname -r)" \
    "$(cut -d ' ' -f 1-3 /proc/loadavg)" >"$scratch/head"
all=false
[ $# -gt 0 ] || all=true
if "$all"; then read -ra sections <<<"$known"; else sections=("$@"); fi
exact_tables "$scratch/exact"
network_sizes "$scratch/sizes"
for section in "${sections[@]}"; do run "$section"; done | tee "$scratch/rows"
{
    cat "$scratch/head"
    printf '| what | figure | bar | |\n|---|---|---|---|\n'
    awk -f "$here/models/bars.awk" "$here/models/bars.tsv" "$scratch/rows"
    printf '\nOn a replayed table, no answer can exceed the budget, because the table has one reading per mode.\n[strongest.md](strongest.md) has the strongest other methods from the same readings.\n\n```\n'
    sed 's/[[:blank:]]*$//' "$scratch/rows"
    printf '```\n'
} >"$scratch/table.md"
sed '/^```/,$d' "$scratch/table.md"
if "$all"; then cp "$scratch/table.md" "$here/models.md"; fi
