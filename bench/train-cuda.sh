#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# trainstep on a GPU: CUDA events compared with the wall clock, kinds of memory, training beside inference, the loader beside
# the network, decoding with nvJPEG, and PyTorch on the same GPU. Writes bench/train-cuda.md, or only the sections named as
# arguments: events memory streams loader nvjpeg steps. Needs trainstep with CUDA, PyTorch with CUDA and torchvision as
# $PYTHON, and for the kernels in streams and for nvjpeg the CUDA toolkit.
# Settings: STEPS=60 IMAGES=2000 WORKERS=0,1,2,4,8,12 PIECES=8 CUDA=/usr/local/cuda PYTHON=python3
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
known="events memory streams loader nvjpeg steps"
parts "$known" "$@"
. "$here/sections.bash"
steps=${STEPS:-60} images=${IMAGES:-2000} pieces=${PIECES:-8} cuda=${CUDA:-/usr/local/cuda}
export PYTHON=${PYTHON:-python3}
IFS=, read -ra workers <<<"${WORKERS:-0,1,2,4,8,12}"
read -ra sections <<<"${*:-$known}"
work=$(mktemp -d)
logger=
trap '[ -z "$logger" ] || kill "$logger" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

# The six workloads with the samples in a minibatch: enough to make the GPU work, not only the launches.
nets=(lenet:256 resnet18:64 mobilenetv3:64 yolov8n:16 bert:16 lstm:64)
kinds=(pageable pinned mapped managed)

# values FILE EXPRESSIONS: over the counted steps of FILE, with the sums of columns as s["name"] and their number as n.
values() {
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; name[i] = $i } next }
        $at["phase"] == "counted" { n++; for (i = 1; i <= NF; i++) s[name[i]] += $i }
        END { print '"$2"' }' "$1"
}
summary() { awk -F '\t' -v name="$2" '$1 == name { print $2 }' "$1"; }
on_gpu() { trainstep "$@" --device cuda; }
trained() { # trained NET:BATCH KIND: the rows of a run of each, made once
    local net=${1%:*} rows=${1%:*}-$2
    [ -e "$rows.tsv" ] || on_gpu "$net" --synthetic --samples $((${1#*:} * (steps + 1))) --batch "${1#*:}" --max-steps "$steps" \
        --memory "$2" --workers 4 --lr 0.0001 -o "$rows.tsv" --summary "$rows-summary.tsv"
}

events() {
    printf 'Of %s steps from pinned memory, those of the section memory where both are made: the time by the wall clock, that by the CUDA events (stall_ms + compute_ms), and what trainstep itself took for\nreading the loss and writing the row, as its summary has it.\n\n' "$steps"
    printf '| network, batch | wall clock, ms | events, ms | instrumentation, ms | events and instrumentation, %% of the wall clock | bar | met |\n|---|---|---|---|---|---|---|\n'
    local net wall by_events own
    for net in "${nets[@]}"; do
        trained "$net" pinned
        read -r wall by_events < <(values "${net%:*}-pinned.tsv" 's["step_ms"] / n, (s["stall_ms"] + s["compute_ms"]) / n')
        own=$(summary "${net%:*}-pinned-summary.tsv" instrumentation)
        awk -v net="${net/:/, }" -v wall="$wall" -v events="$by_events" -v own="$own" 'BEGIN {
            share = 100 * (events + own) / wall
            printf "| %s | %.3f | %.3f | %.3f | %.2f | 99 to 101 | %s |\n", net, wall, events, own, share, (share >= 99 && share <= 101) ? "yes" : "no"
        }'
    done
}
memory() {
    printf 'Mean of %s steps in ms: the copy of a minibatch to the GPU / the computation / the step.\n\n| network, batch |' "$steps"
    printf ' %s |' "${kinds[@]}"
    printf '\n|---|---|---|---|---|\n'
    local net kind copy compute step
    for net in "${nets[@]}"; do
        printf '| %s |' "${net/:/, }"
        for kind in "${kinds[@]}"; do
            trained "$net" "$kind"
            read -r copy compute step < <(values "${net%:*}-$kind.tsv" 's["h2d_ms"] / n, s["compute_ms"] / n, s["step_ms"] / n')
            printf ' %.3f / %.3f / %.3f |' "$copy" "$compute" "$step"
        done
        printf '\n'
    done
}
tracer() { # kernel_trace.so; empty where there is no CUPTI
    local cupti=$cuda/extras/CUPTI record
    [ -e "$cupti/include/cupti.h" ] || cupti=$cuda
    record=$(grep -o 'CUpti_ActivityKernel[0-9]*;' "$cupti/include/cupti_activity.h" | tr -d ';' | sort -V | tail -n 1) || return 0
    c++ -O2 -shared -fPIC -DKERNEL_RECORD="$record" -I"$cupti/include" -I"$cuda/include" "$here/kernel_trace.cpp" -o kernel_trace.so \
        -L"$cupti/lib64" -Wl,-rpath,"$cupti/lib64" -lcupti >&2 && echo "$work/kernel_trace.so"
}
streams() {
    local pair=resnet18+mobilenetv3 policy train infer windows library window=(--synthetic --infer-batch 16 --batch 16 --workers 4)
    on_gpu resnet18 --synthetic --batch 16 --workers 4 --max-steps $((4 * steps)) -o alone.tsv
    on_gpu mobilenetv3 --infer "${window[@]}" --max-steps $((4 * steps)) -o serving.tsv
    train=$(values alone.tsv '1e3 * n / s["step_ms"]')
    infer=$(rate_of serving.tsv)
    printf 'ResNet-18 trains minibatches of 16 while MobileNetV3 answers minibatches of 16 requests, one after the other. Alone they\nmake %.1f steps and %.1f inferences per second.\n\n' "$train" "$infer"
    printf 'Kernels are those of a run of %s steps and the inferences and steps of its calibration, by CUPTI; the busier stream is that\nwith more time in kernels.\n\n' "$steps"
    printf '| policy | steps/s | inferences/s | shares of the rates alone | kernels of the busier stream, ms | of the other stream, ms | overlap, ms | overlap, %% of the other stream |\n|---|---|---|---|---|---|---|---|\n'
    library=$(tracer) || true
    for policy in round-robin streams; do
        on_gpu --interleave $pair --rate 100000 "${window[@]}" --policy $policy --max-steps $((4 * steps)) -o $policy.tsv --summary $policy-summary.tsv
        printf 'NA\tNA\tNA\n' >overlap
        if [ -n "$library" ] && [ $policy = streams ]; then
            KERNEL_TRACE=$work/$policy-kernels CUDA_INJECTION64_PATH=$library on_gpu --interleave $pair --rate 100000 "${window[@]}" --policy $policy \
                --max-steps "$steps" -o traced.tsv
        fi
        if [ -s $policy-kernels ]; then
            sort -k 2n $policy-kernels | awk -f "$here/kernel_overlap.awk" >overlap
        fi
        windows=$(rate_of $policy.tsv)
        awk -v policy=$policy -v train="$train" -v infer="$infer" -v steps="$(summary $policy-summary.tsv training_throughput)" \
            -v windows="$windows" '{
            printf "| %s | %.1f | %.1f | %.2f + %.2f = %.2f | %s | %s | %s | %s |\n", policy, steps, windows, steps / train, windows / infer,
                steps / train + windows / infer, $1, $2, $3, ($2 + 0 > 0) ? sprintf("%.0f", 100 * $3 / $2) : "NA"
        }' overlap
    done
}
rate_of() { # rate_of WINDOWS: inferences per second, without the first ten
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        NR == 11 { first = $at["end_mono_s"]; row = NR } { last = $at["end_mono_s"] } END { print (NR - row) / (last - first) }' "$1"
}
pictures() {
    [ -d imagenet ] || dsgen images --out imagenet --count "$images" --classes 10 --width 500 --height 375 --bytes 110k --seed 1 >/dev/null
    cat imagenet/*/*.jpg >/dev/null # into the page cache
}
loaded() { # loaded EPOCHS ARG...: images per second of the second epoch of a run, whose steps are in loaded-steps.tsv
    local epochs=$1
    shift
    rm -f "$epochs"
    trainstep resnet18 --data imagenet --batch 64 --epochs 2 --epochs-out "$epochs" -o loaded-steps.tsv "$@" || return
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 3 { print $at["images_per_s"] }' "$epochs"
}
loader() {
    pictures
    on_gpu resnet18 --synthetic --batch 64 --workers 4 --memory pinned --max-steps "$steps" -o alone.tsv
    alone=$(values alone.tsv '1e3 * s["images"] / s["step_ms"]')
    printf 'ResNet-18 in minibatches of 64, %s JPEG files of 500 x 375; with synthetic samples the GPU trains %.0f images per second. The\nimages per second are those of the second epoch with its first minibatch, which one worker decodes; the stall is that of the\ncounted steps. The energy is that of the GPU, by powerlog; where\nNVML averages the power over 1 s, that of an epoch of about a second is uncertain.\n\n' \
        "$images" "$alone"
    printf '| workers | loaded only, images/s | trained, images/s | stall of a step, %% | GPU energy, J/image |\n|---|---|---|---|---|\n'
    local count only both stall alone rail
    rail=$(powerlog rails 2>/dev/null | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["rail"] ~ /GPU/ && !found++ { print $at["rail"] }') || true
    for count in "${workers[@]}"; do
        only=$(loaded only.tsv --loader-only --workers "$count")
        powerlog -q ${rail:+-r "$rail"} -i 50ms -o power.tsv &
        logger=$!
        both=$(loaded epochs.tsv --device cuda --memory pinned --workers "$count")
        stall=$(values loaded-steps.tsv '100 * s["stall_ms"] / s["step_ms"]')
        kill -INT $logger && wait $logger || true # stopped by a signal
        logger=
        joules -q ${rail:+-r "$rail"} power.tsv <epochs.tsv >joules.tsv || true
        awk -F '\t' -v count="$count" -v only="$only" -v both="$both" -v stall="$stall" '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            $at["epoch"] == 1 && $at["energy_j"] != "NA" { j = sprintf("%.3g", $at["energy_j"] / $at["images"]) }
            END { printf "| %s | %.0f | %.0f | %.1f | %s |\n", count, only, both, stall, j == "" ? "NA" : j }' joules.tsv
    done
}
nvjpeg() {
    pictures
    if ! c++ -O2 -shared -fPIC "$here/../examples/nvjpeg-decoder.cpp" -o nvjpeg.so -I"$here/../tools/trainstep/include" \
        -I"$cuda/include" -L"$cuda/lib64" -Wl,-rpath,"$cuda/lib64" -lnvjpeg -lcudart; then
        echo "The plug-in was not compiled: no nvJPEG here."
        return
    fi
    printf 'Loading alone, one run each, %s JPEG files of 500 x 375, in images per second.\n\n| workers | libjpeg, exact | libjpeg, fast | nvJPEG | left to libjpeg |\n|---|---|---|---|---|\n' "$images"
    local count exact fast gpu
    for count in "${workers[@]}"; do
        exact=$(loaded e.tsv --loader-only --workers "$count")
        fast=$(loaded e.tsv --loader-only --decode fast --workers "$count")
        gpu=$(loaded e.tsv --loader-only --decoder "$work/nvjpeg.so" --summary nvjpeg.tsv --workers "$count")
        printf '| %s | %.0f | %.0f | %.0f | %s |\n' "$count" "$exact" "$fast" "$gpu" "$(summary nvjpeg.tsv left_to_libjpeg)"
    done
}
steps() {
    printf 'Both programs train in turns of 1 + %s steps, %s turns each, without TF32. The table shows the median computation of a step,\nours by CUDA events, theirs by the wall clock between two synchronizations, which takes slightly longer, and the median ratio\nof the turns with its 95 %% interval.\n\n' "$steps" "$pieces"
    printf '| network, batch | ours, ms | theirs, ms | ratio | interval | bar | met |\n|---|---|---|---|---|---|---|\n'
    local net
    for net in resnet18:16 resnet18:64 mobilenetv3:16 mobilenetv3:64; do
        DEVICE=cuda BATCH=${net#*:} "$PYTHON" "$here/train_turns.py" "${net%:*}" keep "$pieces" "$steps" 4 | awk -v net="${net/:/, }" '{
            printf "| %s | %.4g | %.4g | %.3f | %.3f to %.3f | <= 1.02 | %s |\n", net, $1, $2, $3, $4, $5, ($3 <= 1.02) ? "yes" : "no"
        }'
    done
}

gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1) || gpu=$(tr -d '\0' </proc/device-tree/model)
write_sections "$here/train-cuda.md" $'# Training on a GPU\n\nMade by `make bench-train-cuda`, a section at a time.' \
    "$gpu, PyTorch $("$PYTHON" -c 'import torch; print(torch.__version__)')" "${sections[@]}"
