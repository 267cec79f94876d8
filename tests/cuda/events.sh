#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The CUDA events of a step, with the time that trainstep itself takes, add up to the time by the wall clock within 1 %.
. "$SRC/tests/cuda/rows.bash"
trainstep resnet18 --device cuda --synthetic --batch 32 --workers 2 --max-steps 60 --summary summary.tsv -o steps.tsv
own=$(awk -F '\t' '$1 == "instrumentation" { print $2 }' summary.tsv)
read -r wall events < <(of_counted steps.tsv 'wall += v("step_ms"); events += v("stall_ms") + v("compute_ms"); n++' 'print wall / n, events / n')
awk -v wall="$wall" -v events="$events" -v own="$own" 'BEGIN { share = (events + own) / wall; exit !(share > 0.99 && share < 1.01) }' ||
    fail "$wall ms by the wall clock, $events ms by events, instrumentation $own ms"
of_counted steps.tsv 'if (v("launch_ms") <= 0 || v("launch_ms") > 1.01 * v("compute_ms") || v("h2d_ms") > v("stall_ms")) bad = 1' 'exit bad' ||
    fail "launch_ms or h2d_ms is no part of its time"
trainstep resnet18 --device cuda --synthetic --batch 32 --max-steps 20 --stages -o stages.tsv
of_counted stages.tsv 'stages += v("forward_ms") + v("backward_ms") + v("optimizer_ms"); all += v("compute_ms")' \
    'exit !(stages > 0.999 * all && stages < 1.001 * all)' || fail "the stages do not add up to compute_ms"
