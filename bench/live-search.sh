#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pmsearch run through pmsweep on emulated boards, compared with the best mode within the budget, which jetsim knows.
# Each search is made without faults, and with a reading that is too fast or too slow as its fourth; with it, a CPU
# policy freezes under the second mode that runs, until a mode has failed, and the sixth mode hangs. At most 12 profiles.
# A budget is the least power of the board plus SHARES of its range. Prints a row per search, and a table, which it also
# writes to bench/live.md if all boards, workloads, budgets and faults were searched.
#   BOARDS='agx-orin' WORKLOADS='resnet18' SHARES='0.3' SEEDS=1 FAULTS=slow SCALE=10 JOBS=1 bench/live-search.sh
# MOUNT=--ideal-sensors leaves out the errors of the boards' sensors, and writes no table.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
part=${BOARDS-}${WORKLOADS-}${SHARES-}${FAULTS-}${MOUNT-}
boards=${BOARDS:-agx-orin agx-xavier orin-nx orin-nano xavier-nx} workloads=${WORKLOADS:-resnet18 mobilenetv3 bert lstm}
shares=${SHARES:-0.15 0.3 0.5 0.75} seeds=${SEEDS:-1 2 3} faults=${FAULTS:-none fast slow}
export SCALE=${SCALE:-60} TRIES=${TRIES:-12} MOUNT=${MOUNT-}
jobs=${JOBS:-$(nproc)}
work=$(mktemp -d)
clean_up() {
    for mount in "$work"/case.*/M; do fusermount3 -u -z "$mount" 2>/dev/null || true; done
    rm -rf "$work"
}
trap clean_up EXIT
cd "$work"
started=$(date -u +'%F %H:%M') load=$(cut -d ' ' -f 1-3 /proc/loadavg)

for board in $boards; do
    for workload in $workloads; do
        # BERT does not fit into 8 GB: there is nothing to search.
        jetsim truth --board "$board" --workload "$workload" >"truth.$board.$workload.tsv" 2>/dev/null || { [ $? = 69 ] || exit 1; continue; }
        for share in $shares; do
            budget=$(mlr --itsv --onidx stats1 -a min,max -f power_w "truth.$board.$workload.tsv" |
                awk -v share="$share" '{ printf "%.1f", $1 + share * ($2 - $1) }')
            for seed in $seeds; do
                for fault in $faults; do echo "$seed $fault $board $workload $budget"; done
            done
        done
    done
done | sort -s -k 1,1n >cases.txt

printf 'seed\tfault\tboard\tworkload\tbudget_w\ttries\tfailed\trechecked\texcess_pct\ttrue_power_over_budget_pct\n' | tee cases.tsv
xargs -P "$jobs" -L 1 bash "$here/live-case.sh" "$work" <cases.txt | tee -a cases.tsv
"$here/live-table.sh" cases.tsv >table.md
echo
cat table.md
[ -z "$part" ] || exit 0
{
    sed '/^<!-- bench-live-search writes/q' "$here/live.md"
    printf '\n%s UTC, %s, %s cores, Linux %s, load average %s at the start, SCALE=%s: %d searches in %d min.\n\n' \
        "$started" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc --all)" "$(uname -r)" \
        "$load" "$SCALE" "$(($(wc -l <cases.tsv) - 1))" $((SECONDS / 60))
    cat table.md
    sed -n '/^<!-- end -->/,$p' "$here/live.md"
} >live.md
cp live.md "$here/live.md"
