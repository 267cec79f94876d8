#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# With --policy streams, training and inference are both on the GPU at the same time, and neither changes what the other computes.
. "$SRC/tests/cuda/rows.bash"
value() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' summary.tsv; }
given=(--synthetic --device cuda --batch 16 --infer-batch 16 --workers 2)
trainstep --interleave resnet18+mobilenetv3 --rate 100000 "${given[@]}" --policy streams --max-steps 100 --summary summary.tsv -o windows.tsv
grep -q $'^policy\tstreams' summary.tsv || fail "another policy was used: $(cat summary.tsv)"
[ "$(value training_steps)" -ge 95 ] || fail "too few training steps: $(cat summary.tsv)"
# Taking turns, the two would not have the time.
awk -F '\t' -v busy_ms="$(value windows) * $(value median_inference) + $(value training_steps) * $(value median_training)" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == 2 { first = $at["start_mono_s"] }
    { last = $at["end_mono_s"] }
    END { split(busy_ms, v, / [*+] /); exit !(v[1] * v[2] + v[3] * v[4] > 1.1e3 * (last - first)) }' windows.tsv ||
    fail "training and inference took turns: $(cat summary.tsv)"
