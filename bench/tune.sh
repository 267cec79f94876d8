#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Whole jobs under pmtune --replay, on tables of the true time and power of emulated boards (jetsim truth), against the fastest
# mode within the budget from the first step (the oracle) and the best predefined mode within it. Writes bench/tune.md, or
# OUT=FILE, and a row per job to ROWS=FILE. MINUTES='3 10 30' are what the jobs take in the oracle's mode, SEEDS=1 those of
# the noise of readings, JOBS=2 run at a time. BOARDS and WORKLOADS name others.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
boards=${BOARDS:-agx-orin orin-nano xavier-nx nano} workloads=${WORKLOADS:-resnet18 mobilenetv3 yolov8n bert}
out=$(realpath "${OUT:-$here/tune.md}") rows=${ROWS:+$(realpath "$ROWS")}
need jetsim pmode pmtune
enter_scratch
columns=cores,cpu_khz,gpu_hz,emc_hz,minibatch_ms,power_w,mode

# plan TABLE: for each budget, at 20, 40, 60 and 80 % of the way from the least power to that of the fastest mode, the budget, and
# how long a step takes in the oracle's mode and in the best predefined one.
plan() {
    awk -F'\t' '
        NR == FNR { if (FNR > 1) predefined[$3]; next }
        FNR > 1 {
            ms[++n] = $5; watts[n] = $6; known[n] = $7 in predefined
            if (n == 1 || $6 < least) least = $6
            if (n == 1 || $5 < fastest) { fastest = $5; most = $6 }
        }
        END {
            for (share = 0.2; share < 0.9; share += 0.2) {
                budget = least + share * (most - least); best = vendor = 0
                for (i = 1; i <= n; i++) {
                    if (watts[i] > budget) continue
                    if (!best || ms[i] < best) best = ms[i]
                    if (known[i] && (!vendor || ms[i] < vendor)) vendor = ms[i]
                }
                print budget, best, vendor ? vendor : "NA"
            }
        }' predefined.tsv "$1"
}

# job TABLE BUDGET BEST VENDOR MINUTES SEED: runs it, and prints its row.
job() {
    local steps
    steps=$(awk -v ms="$3" -v minutes="$5" 'BEGIN { printf "%d", minutes * 60e3 / ms }')
    pmtune -q --replay "$1" --budget "$2" --steps "$steps" --seed "$6" --summary /dev/null \
        --columns start_mono_s,end_mono_s,phase,mode,power_w |
        awk -F'\t' -v OFS='\t' -v table="$1" -v budget="$2" -v best="$3" -v vendor="$4" -v minutes="$5" -v seed="$6" -v steps="$steps" '
            NR == FNR { watts[$7] = $6; next }
            FNR == 1 { next }
            {
                s = $2 - $1; end = $2
                if ($3 != "hold") explored += s
                if ($3 == "hold" && !found) found = $1
                if (watts[$4] > 1.02 * budget) above[$3 == "hold"] += s
                if ($3 == "hold" && watts[$4] / budget > held) held = watts[$4] / budget
            }
            END {
                sub(/\.tsv$/, "", table)
                print table, budget, minutes, seed, end * 1e3 / best / steps, vendor == "NA" ? "NA" : vendor / best, explored, found,
                    above[0] + 0, above[1] + 0, (held > 1 ? 100 * (held - 1) : 0)
            }' "$1" -
}
export -f job

mkdir M
for board in $boards; do
    jetsim mount --board "$board" M
    pmode --root M -q list >predefined.tsv
    jetsim umount M
    for workload in $workloads; do
        table=$board.$workload.tsv
        jetsim truth --board "$board" --workload "$workload" --columns "$columns" -o "$table" 2>/dev/null || continue # too large
        plan "$table" | while read -r budget best vendor; do
            for minutes in ${MINUTES:-3 10 30}; do
                for seed in ${SEEDS:-1}; do echo "$table $budget $best $vendor $minutes $seed"; done
            done
        done
    done
done >plan.txt
{
    printf 'table\tbudget_w\tminutes\tseed\ttime_ratio\tvendor_ratio\texplored_s\tfound_s\tabove_exploring_s\tabove_holding_s\theld_excess_pct\n'
    # shellcheck disable=SC2016
    xargs -P "${JOBS:-2}" -L 1 bash -c 'set -euo pipefail; job "$@"' job <plan.txt
} >rows.tsv
[ -z "$rows" ] || cp rows.tsv "$rows"

# A line of the table per number of minutes.
lines() {
    tail -n +2 rows.tsv | sort -t "$(printf '\t')" -k 3,3n -k 5,5n | awk -F'\t' '
        function flush() {
            if (!n) return
            worst = ratio[n]; p95 = ratio[int(0.95 * (n - 1)) + 1]
            printf "| %s | %d | %.4f | %.4f | %.4f | %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.2f | %.2f |\n", minutes, n, sum / n, p95, worst,
                vendors ? sprintf("%.3f", vendor / vendors) : "-", explored / n, found / n, above / n, most, holding, excess / n, largest
        }
        $3 != minutes { flush(); minutes = $3; n = sum = vendor = vendors = explored = found = above = most = holding = excess = largest = 0 }
        {
            ratio[++n] = $5; sum += $5; explored += $7; found += $8; above += $9; holding += $10
            if ($9 > most) most = $9
            excess += $11
            if ($11 > largest) largest = $11
            if ($6 != "NA") { vendor += $6; vendors++ }
        }
        END { flush() }'
}
over_budget() {
    tail -n +2 rows.tsv | awk -F'\t' '{ missed += $9 > 10 } END { printf "In %d of %d jobs, exploring takes more than 10 s above the budget.\n", missed, NR }'
}
by_table() {
    tail -n +2 rows.tsv | sort | awk -F'\t' '
        !($1 in count) { order[++tables] = $1 }
        { count[$1]++; sum[$1, $3] += $5; n[$1, $3]++; minutes[$3]; above[$1] = $9 > above[$1] ? $9 : above[$1] }
        END {
            for (i = 1; i <= tables; i++) {
                t = order[i]; name = t; sub(/\./, " | ", name); printf "| %s", name
                split("'"${MINUTES:-3 10 30}"'", all, " ")
                for (k = 1; k in all; k++) printf " | %.4f", sum[t, all[k]] / n[t, all[k]]
                printf " | %.1f |\n", above[t]
            }
        }'
}
{
    printf '# Jobs under pmtune, by replay\n\n'
    made_by bench-tune pmtune
    cat <<'END'

Each job is one of an emulated board's true time and power (`jetsim truth`), replayed by `pmtune --replay --budget W`, with noise of
2 % per step and 1.2 % per second of power in its readings, 1 s without readings after each change of the mode, and 0.1 s that the
change costs. These are not the readings of a real or emulated sensor. Budgets lie at 20, 40, 60 and 80 % of the way from the least
power of the board to that of its fastest mode. A job of N minutes takes N minutes in the oracle's mode: the fastest one within the
budget, from the first step. All times are divided by that of the oracle. A job can be faster than the oracle's while it explores
modes above the budget, or where readings cannot tell that the mode that it holds is slightly above it.

Goals: 3 minutes: mean 1.06, 95th percentile 1.14; 10 minutes: 1.025 and 1.07; 30 minutes: 1.012 and 1.04. True power more than 2 %
above the budget: at most 10 s of a job while exploring, none while holding.

| minutes | jobs | time, mean | 95th percentile | largest | best predefined mode within the budget, mean | explored, mean (s) | held from, mean (s) | above the budget by 2 % while exploring, mean (s) | largest (s) | while holding, all jobs (s) | power of a held mode above the budget, mean (%) | largest (%) |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
    lines
    echo
    over_budget
    printf '\n## By board and workload\n\n| board | workload'
    for minutes in ${MINUTES:-3 10 30}; do printf ' | %s minutes, mean' "$minutes"; done
    printf ' | above the budget by 2 %% while exploring, largest (s) |\n| --- | ---'
    for minutes in ${MINUTES:-3 10 30}; do printf ' | ---'; done
    printf ' | --- |\n'
    by_table
    cat <<'END'

Not compared here: profiling first, the methods of BoFL and CORAL, other objectives, jobs of 120 minutes, disturbances, and the
sensors of emulated boards.
END
} >"$out"
cat "$out"
