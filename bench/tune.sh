#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Whole jobs under pmtune --replay, on tables of the true time and power of emulated boards (jetsim truth), against an oracle from
# the first step: the fastest mode within a budget, the mode of the least energy, or for the other limits the best mix of two modes
# (tune_plan.py); and the best predefined mode; and for budgets, other ways to find the mode (bench/models/tune). Writes bench/tune.md, or
# OUT=FILE, and a row per job to ROWS=FILE. MINUTES='3 10 30 120' are what the jobs with a budget take in the oracle's mode,
# ENERGY_MINUTES='30 120' those of the least energy, with a deadline or without, LIMIT_MINUTES=30 those with another limit, SEEDS=1
# those of the noise of readings, JOBS=2 run at a time. BOARDS and WORKLOADS name others.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
boards=${BOARDS:-agx-orin agx-xavier orin-nano xavier-nx nano} workloads=${WORKLOADS:-resnet18 mobilenetv3 yolov8n bert}
out=$(realpath "${OUT:-$here/tune.md}") rows=${ROWS:+$(realpath "$ROWS")}
need jetsim pmode pmtune python3
build=$(realpath "${BUILD:-$here/../build}")
cmake --build "$build" --target bench_tune >/dev/null
enter_scratch
columns=cores,cpu_khz,gpu_hz,emc_hz,minibatch_ms,power_w,mode

# job TABLE KIND LIMIT SECONDS COST VENDOR MINUTES SEED: runs it, and prints its row; see tune_plan.py for the first six.
job() {
    local steps limit=$3 goal
    steps=$(awk -v s="$4" -v minutes="$7" 'BEGIN { printf "%d", minutes * 60 / s }')
    [[ $2 == budget || $2 == mean-power || $2 == energy ]] || limit=$(awk -v per_step="$3" -v steps="$steps" 'BEGIN { printf "%.3f", per_step * steps }')
    [ "$2" != deadline ] || limit=${limit}s
    goal=("--$2" "$limit")
    [ "$2" != energy ] || goal=(--objective energy)
    pmtune -q --replay "$1" "${goal[@]}" --steps "$steps" --seed "$8" --summary /dev/null \
        --columns start_mono_s,end_mono_s,phase,mode,power_w,energy_j |
        awk -F'\t' -v OFS='\t' -v table="$1" -v kind="$2" -v limit="${limit%s}" -v cost="$5" -v vendor="$6" -v minutes="$7" -v seed="$8" -v steps="$steps" '
            NR == FNR { watts[$7] = $6; next }
            FNR == 1 { next }
            {
                s = $2 - $1; end = $2; joules += $6
                if ($3 != "hold") explored += s
                if ($3 == "hold" && !found) found = $1
                if ($3 == "hold" && $4 != mode) changes++
                mode = $4
                if (kind != "budget") next
                if (watts[$4] > 1.02 * limit) above[$3 == "hold"] += s
                if ($3 == "hold" && watts[$4] / limit > held) held = watts[$4] / limit
            }
            END {
                sub(/\.tsv$/, "", table)
                used = kind == "deadline" ? end / limit : kind == "mean-power" ? joules / end / limit : kind == "energy-budget" ? joules / limit : held
                print table, kind, limit, minutes, seed, (kind == "deadline" || kind == "energy" ? joules : end) / cost / steps, vendor == "NA" ? "NA" : vendor / cost,
                    explored, found, above[0] + 0, above[1] + 0, (used > 1 ? 100 * (used - 1) : 0), changes + 0
            }' "$1" -
}
export -f job

columns_of() { # columns_of KIND: the numbers of minutes of its jobs
    case $1 in
    budget) echo "${MINUTES-3 10 30 120}" ;;
    energy | deadline) echo "${ENERGY_MINUTES-30 120}" ;;
    *) echo "${LIMIT_MINUTES-30}" ;;
    esac
}
mkdir M
for board in $boards; do
    jetsim mount --board "$board" M
    pmode --root M -q list --columns name,mode >predefined.tsv
    jetsim umount M
    for workload in $workloads; do
        table=$board.$workload.tsv
        jetsim truth --board "$board" --workload "$workload" --columns "$columns" -o "$table" 2>/dev/null || continue # too large
        python3 "$here/tune_plan.py" "$table" predefined.tsv | while read -r kind limit; do
            for minutes in $(columns_of "$kind"); do
                for seed in ${SEEDS:-1}; do echo "$table $kind $limit $minutes $seed"; done
            done
        done
    done
done >plan.txt
{
    printf 'table\tkind\tlimit\tminutes\tseed\tcost_ratio\tvendor_ratio\texplored_s\tfound_s\tabove_exploring_s\tabove_holding_s\texcess_pct\tchanges\n'
    # shellcheck disable=SC2016
    xargs -P "${JOBS:-2}" -L 1 bash -c 'set -euo pipefail; job "$@"' job <plan.txt
} >rows.tsv
[ -z "$rows" ] || cp rows.tsv "$rows"

# rows_of FUNCTION FILE: what it prints of each table, whole. Several print at a time, each to a file of its own.
rows_of() {
    # shellcheck disable=SC2016
    cut -d ' ' -f 1 plan.txt | uniq | xargs -P "${JOBS:-2}" -I TABLE bash -c 'set -euo pipefail; "$1" "$2" "$3" >"$1.$3"' rows_of "$1" "$build" TABLE
    cat "$1".*.tsv >"$2"
}
# Jobs within a budget by other methods: others.tsv, with the columns table, method, budget, minutes, seed, time_ratio, searched_s,
# above_s, excess_pct. One process per table, because a search may serve several budgets.
others() { # others BUILD TABLE
    awk -v table="$2" '$1 == table && $2 == "budget" { print $3, $7, $4, $8 }' plan.txt | "$1/bench/bench_tune" "$2" |
        awk -v OFS='\t' -v table="${2%.tsv}" '{ print table, $0 }'
}
export -f others
rows_of others others.tsv

# Jobs that change after a third of their steps: disturbed.tsv, with the columns table, disturbance, budget, seed, recovered_s,
# time_ratio.
disturbed() { # disturbed BUILD TABLE
    local board=${2%%.*} workload=${2#*.}
    jetsim truth --board "$board" --workload "${workload%.tsv}" --batch 32 -o "larger.$2" 2>/dev/null || return 0 # too large
    "$1/bench/bench_tune" disturbed "$2" "larger.$2"
}
export -f disturbed
rows_of disturbed disturbed.tsv
by_disturbance() {
    sort -t "$(printf '\t')" -k 2,2 -k 5,5n disturbed.tsv | awk -F'\t' '
        function flush() { if (n) printf "| %s | %d | %d | %.0f | %.4f | %.4f |\n", name, n, soon, middle[int((n + 1) / 2)], sum / n, most }
        $2 != name { flush(); name = $2; n = soon = sum = most = 0 }
        { middle[++n] = $5; soon += $5 <= 120; sum += $6; if ($6 > most) most = $6 }
        END { flush() }'
}

# lines KIND: of a table, per number of minutes.
lines() {
    awk -F'\t' -v kind="$1" '$2 == kind' rows.tsv | sort -t "$(printf '\t')" -k 4,4n -k 6,6n | awk -F'\t' -v kind="$1" '
        function flush() {
            if (!n) return
            printf "| %s%d | %d | %.4f | %.4f | %.4f | %s | %.0f", kind == "budget" ? "" : kind " | ", minutes, n, sum / n, ratio[int(0.95 * (n - 1)) + 1], ratio[n],
                vendors ? sprintf("%.3f (%d)", vendor / vendors, vendors) : "-", explored / n
            if (kind == "budget") printf " | %.0f | %.1f | %.1f | %.1f | %.2f | %.2f |\n", found / n, above / n, most, holding, excess / n, largest
            else printf " | %.0f | %d | %.2f |\n", changes / n, exceeded, largest
        }
        $4 != minutes { flush(); minutes = $4; n = sum = vendor = vendors = explored = found = above = most = holding = excess = largest = changes = exceeded = 0 }
        {
            ratio[++n] = $6; sum += $6; explored += $8; found += $9; above += $10; holding += $11
            if ($10 > most) most = $10
            excess += $12; exceeded += $12 > 0.1; changes += $13
            if ($12 > largest) largest = $12
            if ($7 != "NA") { vendor += $7; vendors++ }
        }
        END { flush() }'
}
over_budget() {
    awk -F'\t' '$2 == "budget" { jobs++; missed += $10 > 10 } END { printf "In %d of %d jobs, exploring takes more than 10 s above the budget.\n", missed, jobs }' rows.tsv
}
# by_method: of the jobs within a budget, a line per method: mean of the time per number of minutes, and what its search cost.
by_method() {
    { awk -F'\t' -v OFS='\t' '$2 == "budget" { print $1, "pmtune", $3, $4, $5, $6, $8, $10, $12 }' rows.tsv && cat others.tsv; } |
        awk -F'\t' -v lengths="$(columns_of budget)" '
            !($2 in jobs) { name[++methods] = $2 }
            { jobs[$2]++; sum[$2, $4] += $6; n[$2, $4]++; searched[$2] += $7; above[$2] += $8; over[$2] += $9 > 2 }
            END {
                m = split(lengths, minutes, " ")
                for (i = 1; i <= methods; i++) {
                    printf "| %s", name[i]
                    for (k = 1; k <= m; k++) printf " | %.3f", sum[name[i], minutes[k]] / n[name[i], minutes[k]]
                    c = jobs[name[i]]
                    printf " | %.0f | %.0f | %d of %d |\n", searched[name[i]] / c, above[name[i]] / c, over[name[i]], c
                }
            }'
}
# worse_cells METHOD GROUP: in how many boards (GROUP board) or cells of board, workload, budget and minutes (GROUP cell), pmtune
# takes longer than the method.
worse_cells() {
    awk -F'\t' -v method="$1" -v group="$2" '
        { board = $1; sub(/[.].*/, "", board) }
        NR == FNR { if ($2 == "budget") { key = group == "board" ? board FS $4 : $1 FS $3 + 0 FS $4; own[key] += $6 } next }
        $2 == method { key = group == "board" ? board FS $4 : $1 FS $3 + 0 FS $4; other[key] += $6 }
        END { for (key in other) { n++; worse += own[key] > other[key] } printf "%d of %d", worse, n }' rows_rounded.tsv others.tsv
}
by_table() {
    local kind minutes columns=()
    for kind in budget energy deadline mean-power energy-budget; do
        for minutes in $(columns_of $kind); do columns+=("$kind, $minutes minutes"); done
    done
    printf '| board | workload'
    printf ' | %s' "${columns[@]}"
    printf ' |\n| --- | ---'
    printf ' | ---%.0s' "${columns[@]}"
    printf ' |\n'
    tail -n +2 rows.tsv | sort | awk -F'\t' -v columns="$(printf '%s;' "${columns[@]}")" '
        !($1 in count) { order[++tables] = $1 }
        { key = $2 ", " $4 " minutes"; count[$1]++; sum[$1, key] += $6; n[$1, key]++ }
        END {
            m = split(columns, column, ";") - 1
            for (i = 1; i <= tables; i++) {
                t = name = order[i]; sub(/\./, " | ", name); printf "| %s", name
                for (k = 1; k <= m; k++) printf n[t, column[k]] ? " | %.4f" : " | -", n[t, column[k]] ? sum[t, column[k]] / n[t, column[k]] : 0
                print " |"
            }
        }'
}
{
    printf '# Jobs under pmtune, by replay\n\n'
    made_by bench-tune pmtune
    cat <<'END'

Each job is one of an emulated board's true time and power (`jetsim truth`), replayed by `pmtune --replay`, with noise of 2 % per
step and 1.2 % per second of power in its readings, 1 s without readings after each change of the mode, and 0.1 s that the change
costs. These are not the readings of a real or emulated sensor. A job of N minutes takes N minutes as the oracle does it, from the
first step. All times are divided by the oracle's, and so are the energies of deadlines and of the objective energy.

## Within a budget

`--budget W` at 20, 40, 60 and 80 % of the way from the least power of the board to that of its fastest mode. The oracle is the
fastest mode within the budget. A job can be faster than the oracle's while it explores modes above the budget, or where readings
cannot tell that the mode that it holds is slightly above it.

Goals: 3 minutes: mean 1.06, 95th percentile 1.14; 10 minutes: 1.025 and 1.07; 30 minutes: 1.012 and 1.04; 120 minutes: 1.005 and
1.02. True power more than 2 % above the budget: at most 10 s of a job while exploring, none while holding.

| minutes | jobs | time, mean | 95th percentile | largest | best predefined mode within the budget, mean (jobs that have one) | explored, mean (s) | held from, mean (s) | above the budget by 2 % while exploring, mean (s) | largest (s) | while holding, all jobs (s) | power of a held mode above the budget, mean (%) | largest (%) |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
    lines budget
    echo
    over_budget
    cat <<'END'

## Limits of the whole job

`--deadline` (least energy in time), `--mean-power` and `--energy-budget` (least time), at 20, 40, 60 and 80 % of the way between
what the fastest mode and that of the least energy, or power, take. The oracle is the best mix of two modes. Boards on which the
fastest mode takes the least energy, too, have no jobs with a deadline and an energy budget. *energy* is `--objective energy`, without
a limit, and its oracle the mode of the least energy.

Goals: mean 1.02 for energy and deadlines in jobs of 30 minutes, 1.01 in jobs of 120; 1.03 for the other two; no limit exceeded.

| limit | minutes | jobs | cost, mean | 95th percentile | largest | best predefined mode that keeps the limit, mean (jobs that have one) | explored, mean (s) | changes of the mode while holding, mean | jobs that exceed the limit by 0.1 % | largest excess (%) |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
    for kind in energy deadline mean-power energy-budget; do lines $kind; done
    printf '\n## By board and workload, mean\n\n'
    by_table
    cat <<'END'

## Other ways to find the mode within a budget

The same jobs, noise and costs. Each method tries modes in windows of 5 s, and of three steps at least, and then holds the fastest
mode that read within the budget. `pmsearch before the job` makes up to 10 profiles of 15 s, start of the training included, and the
job then starts anew. Bayesian optimization (as in PolyThrottle, with limits: five random modes, then the expected improvement within
the budget, a Gaussian process each for time and power) ends when it expects less than 1 %, or after 30 windows. BoFL (Middleware
2022): random modes and then the expected hypervolume improvement; 21 and up to 63 windows, which are 1 and 3 % of its paper's 2,100
modes. CORAL (arXiv 2603.14577): reconstructed from its description, ten windows. All are our own implementations (bench/models).

END
    printf '| method'
    for minutes in $(columns_of budget); do printf ' | %s minutes' "$minutes"; done
    printf ' | searched, mean (s) | above the budget by 2 %% while searching, mean (s) | jobs that hold a mode more than 2 %% above it |\n| ---'
    for _ in $(columns_of budget); do printf ' | ---'; done
    printf ' | --- | --- | --- |\n'
    by_method
    awk -F'\t' -v OFS='\t' '{ $3 = sprintf("%g", $3) } 1' rows.tsv >rows_rounded.tsv
    printf '\npmtune takes longer than pmsearch before the job in %s cells (board, workload, budget, minutes), than BoFL in %s means of a board\nand a number of minutes, and than CORAL in %s.\n' \
        "$(worse_cells 'pmsearch before the job' cell)" "$(worse_cells BoFL board)" "$(worse_cells CORAL board)"
    cat <<'END'

## Jobs that change

Jobs of 30 minutes within budgets at 40 and 80 %, with three seeds, that change after a third of their steps: the CPU and the GPU are
throttled to 60 % of their highest clocks in silence, a second program makes all steps 25 % longer and takes 8 % more power, or the
batch is twice as large. A job has recovered when it holds modes for good that take at most 3 % longer than the new oracle's and
keep the budget but for 2 %; a job that never does so counts with what is left of it. Goal: 120 s.

| change | jobs | recovered within 120 s | seconds until recovered, median | time after the change / oracle's, mean | largest |
| --- | --- | --- | --- | --- | --- |
END
    by_disturbance
    cat <<'END'

Not compared here: the objective edp. [tune-sensors.md](tune-sensors.md) has jobs on emulated boards with
their sensors.
END
} >"$out"
cat "$out"
