#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Board time of the answer of `pmsearch run` with 12 profiles on emulated boards, and how far it is from the best mode: with
# --live, with --live and windows of five seconds and 40 minibatches, and with a command that is restarted in each mode. A budget is
# the least power of the board plus SHARES of its range. The excess of an answer that truly exceeds it counts as 0. Results are
# recorded in bench/live.md by hand.
#   BOARDS=agx-orin WORKLOADS=resnet18 SHARES='0.15 0.3' SEEDS='1 2' SCALE=10 JOBS=1 bench/live-time.sh
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../examples/start.bash"
arguments 0 "$@"
here=$(cd "$(dirname "$0")" && pwd)
boards=${BOARDS:-agx-orin} workloads=${WORKLOADS:-resnet18} shares=${SHARES:-0.15 0.3 0.5 0.75} seeds=${SEEDS:-1 2 3}
export scale=${SCALE:-5}
# shellcheck source=bench/boards.bash
. "$here/boards.bash"
enter_scratch

search() { # search HOW BOARD WORKLOAD SHARE SEED: prints its row
    local how=$1 board=$2 workload=$3 share=$4 seed=$5 truth=$PWD/truth.$2.$3.tsv budget options=()
    case $how in
    live) options=(--live) ;;
    full-windows) options=(--live --sweep-option=--window=5s) ;;
    esac
    budget=$(mlr --itsv --onidx stats1 -a min,max -f power_w "$truth" | awk -v s="$share" '{ printf "%.1f", $1 + s * ($2 - $1) }')
    cd "$(mktemp -d case.XXXXXX -p "$PWD")" && mkdir M
    jetsim mount --board "$board" --time-scale "$scale" --seed "$seed" M
    pmsearch run --root M --budget "$budget" --max-profiles 12 "${options[@]}" --sweep-option=--out=runs -- \
        jetsim --root M step --workload "$workload" --seed "$seed" >search.tsv 2>search.err || [ $? = 1 ]
    awk -F'\t' -v how="$how" -v id="$board	$workload	$budget	$seed" -v seconds="$(awk -F'\t' '$1 == "elapsed" { print $2 }' runs/summary.tsv)" '
        FNR == NR { answer = $2 FS $3 FS $4 FS $5; decision = $8; next }
        { ms[$1 FS $2 FS $3 FS $4] = $5; if (FNR > 1 && $6 <= '"$budget"' && (!best || $5 < best)) best = $5 }
        END { print id "\t" how "\t" seconds "\t" (decision == "answer" ? sprintf("%.2f", ms[answer] < best ? 0 : 100 * (ms[answer] / best - 1)) : "NA") }
    ' search.tsv "$truth"
    fusermount3 -u -z M
}
export -f search

for board in $boards; do
    for workload in $workloads; do jetsim truth --board "$board" --workload "$workload" >"truth.$board.$workload.tsv"; done
done
for seed in $seeds; do
    for board in $boards; do
        for workload in $workloads; do
            for share in $shares; do
                for how in live full-windows restart; do echo "$how $board $workload $share $seed"; done
            done
        done
    done
done >cases.txt
printf 'board\tworkload\tbudget_w\tseed\thow\tboard_s\texcess_pct\n' | tee cases.tsv
xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'search "$@"' search <cases.txt | tee -a cases.tsv
mlr --itsv --omd stats1 -a count,median,max,mean -f board_s,excess_pct -g board,workload,how cases.tsv
