#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Services over a day under pmtune --replay --latency, on tables of the true time and power of emulated boards (jetsim truth),
# against the fastest mode always and an oracle that knows the rate of each slice of five minutes. Writes bench/tune-latency.md, or
# OUT=FILE, and a row per day to ROWS=FILE. HOURS=24 is the length of the day, STRETCHES='3 10' the targets in service times of the
# fastest mode, JOBS=2 run at a time. BOARDS and WORKLOADS name others.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
boards=${BOARDS:-agx-orin orin-nano xavier-nx} workloads=${WORKLOADS:-resnet18 mobilenetv3 bert}
out=$(realpath "${OUT:-$here/tune-latency.md}") rows=${ROWS:+$(realpath "$ROWS")}
need jetsim pmtune python3
enter_scratch

# day TABLE STRETCH SHARE: 99 % of the requests within so many service times of the fastest mode, at a rate of 5 % to SHARE % of what
# it can serve. Prints its row.
day() {
    python3 "$HERE/tune_latency.py" plan "$@" "${HOURS:-24}" >"$1.$2.rates"
    local limit
    limit=$(python3 "$HERE/tune_latency.py" limit "$1" "$2")
    pmtune -q --replay "$1" --latency "p99=$limit" --rates "$1.$2.rates" --summary "$1.$2.words" --columns start_mono_s,end_mono_s,mode,steps,energy_j,phase >"$1.$2.rows" || [ $? = 1 ]
    python3 "$HERE/tune_latency.py" judge "$1" "$2" "$3" "$1.$2.rates" "$1.$2.rows" "$1.$2.words"
}
export -f day
export HERE=$here HOURS

for board in $boards; do
    for workload in $workloads; do
        jetsim truth --board "$board" --workload "$workload" --columns cores,cpu_khz,gpu_hz,emc_hz,minibatch_ms,power_w,idle_w,mode \
            -o "$board.$workload" 2>/dev/null || continue # too large
        for stretch in ${STRETCHES:-3 10}; do
            # In three service times, the fastest mode itself answers 99 % only up to a third of its capacity.
            if [ "$stretch" -lt 6 ]; then echo "$board.$workload $stretch 30"; else echo "$board.$workload $stretch 60"; fi
        done
    done
done >plan.txt
{
    printf 'table\tstretch\tshare\trequests\tlate_pct\tmean_w\tfastest_w\toracle_w\tchanges_per_hour\texplored_s\n'
    # shellcheck disable=SC2016
    xargs -P "${JOBS:-2}" -L 1 bash -c 'set -euo pipefail; day "$@"' day <plan.txt
} >rows.tsv
[ -z "$rows" ] || cp rows.tsv "$rows"
{
    printf '# Services under pmtune, by replay\n\n'
    made_by bench-tune-latency pmtune
    cat <<END

Each service is one of an emulated board's true time and power (\`jetsim truth\`): requests arrive at random, at a rate that follows
a day of ${HOURS:-24} hours, from 5 % of what the fastest mode can serve up to 30 % with the first target, and 60 % with the others, and
changes every five minutes. \`pmtune --replay --latency p99=...\` keeps 99 % of the latencies within the target, which is given in
service times of the fastest mode. Service times vary by 10 %, readings of power have noise of 1.2 % per second. These are not the
readings of a real or emulated sensor, and the same random arrivals are not used for the oracle: for each slice of five minutes, it
takes the mode that draws least at the slice's rate and whose 99th percentile is within the target, by theory (a queue with random
arrivals and these service times).

| board | workload | target (service times) | requests | later than the target (%) | mean power (W) | fastest mode always | oracle | saved of the fastest (%) | above the oracle (%) | changes of the mode per hour | explored (s) |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
    tail -n +2 rows.tsv | sort -t "$(printf '\t')" -k 1,1 -k 2,2n | awk -F'\t' '{
        sub(/\./, " | ", $1)
        printf "| %s | %d | %d | %.3f | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f | %d |\n", $1, $2, $4, $5, $6, $7, $8, 100 * (1 - $6 / $7), 100 * ($6 / $8 - 1), $9, $10
    }'
} >"$out"
