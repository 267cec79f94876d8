#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pmsearch run through pmsweep on emulated boards, compared with the best mode within the budget, which jetsim knows. Each
# search meets three faults: a CPU policy freezes under the second mode that runs, until a mode has failed; the fourth
# mode that runs gives an outlier (0.45 times the time, more power); the sixth hangs. At most 12 profiles.
# A budget is the least power of the board plus SHARES of its range. Results are recorded in bench/live.md by hand.
#   BOARDS='agx-orin' WORKLOADS='resnet18' SHARES='0.3' SCALE=10 bench/live-search.sh
set -euo pipefail
boards=${BOARDS:-agx-orin orin-nano agx-xavier} workloads=${WORKLOADS:-resnet18 bert} shares=${SHARES:-0.25 0.5}
scale=${SCALE:-20} tries=${TRIES:-12}
work=$(mktemp -d)
trap 'fusermount3 -u -z "$work/M" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
mkdir M

# Counts the modes that run and switches on a fault of jetsim when its turn comes.
cat >trainer.sh <<'END'
#!/bin/sh
echo >>runs.txt
case $(wc -l <runs.txt) in
2) jetsim fault M stuck-core:0 ;;
4) jetsim fault M outlier:1 ;;
6) jetsim fault M hang:-/-/-/- ;;
esac
exec jetsim step --root M --workload "$1"
END
chmod +x trainer.sh

search() { # search BOARD WORKLOAD BUDGET: writes search.tsv
    rm -rf runs runs.txt
    jetsim mount --board "$1" --time-scale "$scale" M
    pmsearch --root M run --budget "$3" --modes space.tsv --max-profiles "$tries" --sweep-option=--out=runs \
        --sweep-option=--timeout=10m --sweep-option=--minibatches=10 --sweep-option=-q -- ./trainer.sh "$2" 2>search.err |
        while IFS= read -r row; do
            # The board recovers once a mode has failed.
            case $row in *failed*) jetsim fault M --clear ;; esac
            printf '%s\n' "$row"
        done >search.tsv || true
    fusermount3 -u -z M
}

judge() { # judge BOARD WORKLOAD BUDGET: compares the answer with the best mode
    awk -F'\t' -v OFS='\t' -v board="$1" -v workload="$2" -v budget="$3" '
        FNR == 1 { for (i = 1; i <= NF; i++) at[FILENAME, $i] = i; next }
        function field(name) { return $(at[FILENAME, name]) }
        function mode() { return field("cores") " " field("cpu_khz") " " field("gpu_hz") " " field("emc_hz") }
        FILENAME == "truth.tsv" {
            ms[mode()] = field("minibatch_ms"); watts[mode()] = field("power_w")
            if (field("power_w") <= budget && (!best || field("minibatch_ms") < best)) best = field("minibatch_ms")
            next
        }
        { decision = field("decision"); count[decision]++ }
        decision == "answer" { answer = mode() }
        decision != "answer" && decision != "infeasible" { tries++ }
        END {
            excess = !(answer in ms) ? "NA" : sprintf("%.2f", 100 * (ms[answer] / best - 1))
            over = !(answer in ms) ? "NA" : sprintf("%.2f", 100 * (watts[answer] / budget - 1))
            print board, workload, budget, tries, count["failed"] + 0, count["recheck"] + 0, excess, over
        }' truth.tsv search.tsv
}

{
    printf 'board\tworkload\tbudget_w\ttries\tfailed\trechecked\texcess_pct\ttrue_power_over_budget_pct\n'
    for board in $boards; do
        for workload in $workloads; do
            jetsim truth --board "$board" --workload "$workload" >truth.tsv
            mlr --tsv cut -o -f cores,cpu_khz,gpu_hz,emc_hz truth.tsv >space.tsv
            for share in $shares; do
                budget=$(mlr --itsv --onidx stats1 -a min,max -f power_w truth.tsv |
                    awk -v share="$share" '{ printf "%.1f", $1 + share * ($2 - $1) }')
                search "$board" "$workload" "$budget"
                judge "$board" "$workload" "$budget"
            done
        done
    done
} | tee cases.tsv
datamash --narm -H --round 2 count excess_pct mean excess_pct max excess_pct max tries max true_power_over_budget_pct <cases.tsv
