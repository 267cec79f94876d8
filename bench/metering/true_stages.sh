#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# true_stages.sh M <STEPS: the energy that the board mounted on M used in each stage of these step rows, by jetsim ledger: a row
# stage, joules for each. The stages follow each other backwards from the end of a row; what is left before them is overhead.
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../../examples/start.bash"
arguments 1 "$@"
awk -F '\t' '
    function ms(column) { return column in at && $at[column] != "NA" ? $at[column] : 0 }
    function stage(name, length_ms,    start) {
        start = end - length_ms / 1000
        if (start < ms("start_mono_s")) start = ms("start_mono_s")
        if (end > start) printf "%s %.9f %.9f\n", name, start, end
        end = start
    }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
        end = $at["end_mono_s"]
        if (ms("forward_ms")) {
            stage("optimizer", ms("optimizer_ms")); stage("backward", ms("backward_ms")); stage("forward", ms("forward_ms"))
            stage("copy", ms("h2d_ms")); stage("stall", ms("stall_ms") - ms("h2d_ms"))
        } else {
            stage("compute", ms("compute_ms")); stage("stall", ms("stall_ms"))
        }
        stage("overhead", 1e9)
    }' | while read -r stage start end; do
    jetsim ledger "$1" --from "$start" --to "$end" | awk -v stage="$stage" '$1 == "TOTAL" { print stage "\t" $5 }'
done | awk -F '\t' -v OFS='\t' '{ joules[$1] += $2 } END { for (stage in joules) print stage, joules[stage] }'
