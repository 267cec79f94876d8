#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# With --policy streams, inferences do not wait for the training minibatch in progress: both are submitted at the same time.
. "$SRC/tests/cuda/rows.bash"
value() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' summary.tsv; }
given=(--synthetic --device cuda --batch 16 --infer-batch 16 --workers 2)
trainstep --interleave resnet18+mobilenetv3 --rate 100000 "${given[@]}" --policy streams --max-steps 100 --summary summary.tsv -o windows.tsv
grep -q $'^policy\tstreams' summary.tsv || fail "another policy was used: $(cat summary.tsv)"
[ "$(value training_steps)" -ge 95 ] || fail "too few training steps: $(cat summary.tsv)"
# Taking turns, the two would not have the time.
awk -F '\t' -v windows="$(value windows)" -v infer="$(value median_inference)" -v steps="$(value training_steps)" -v train="$(value median_training)" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == 2 { first = $at["start_mono_s"] }
    { last = $at["end_mono_s"] }
    END { exit !(windows * infer + steps * train > 1.1e3 * (last - first)) }' windows.tsv ||
    fail "training and inference took turns: $(cat summary.tsv)"
