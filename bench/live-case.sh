#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One search of live-search.sh: live-case.sh FOLDER SEED FAULT BOARD WORKLOAD BUDGET. Prints its row.
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../examples/start.bash"
arguments 6 "$@"
folder=$1 seed=$2 fault=$3 board=$4 workload=$5 budget=$6
truth=$folder/truth.$board.$workload.tsv
work=$(mktemp -d "$folder/case.XXXXXX")
cd "$work"
mkdir M
trap 'fusermount3 -u -z M 2>/dev/null || true' EXIT

# Counts the modes that run, and switches on a fault of jetsim when its turn comes. Each start has noise of its own.
cat >trainer.sh <<'END'
#!/bin/sh
echo >>runs.txt
run=$(wc -l <runs.txt)
case $1:$run in
none:*) ;;
*:2) jetsim fault M stuck-core:0 ;;
fast:4) jetsim fault M outlier:1 ;;
slow:4) jetsim fault M slow-outlier:1 ;;
*:6) jetsim fault M hang:-/-/-/- ;;
esac
exec jetsim step --root M --workload "$2" --seed $((1000 * $3 + run))
END
chmod +x trainer.sh

mlr --tsv cut -o -f cores,cpu_khz,gpu_hz,emc_hz "$truth" >space.tsv
# shellcheck disable=SC2086  # several options
jetsim mount --board "$board" --time-scale "$SCALE" --seed "$seed" $MOUNT M
pmsearch --root M run --budget "$budget" --modes space.tsv --max-profiles "$TRIES" --sweep-option=--out=runs \
    --sweep-option=--timeout=10m --sweep-option=--minibatches=10 --sweep-option=--window=15s --sweep-option=-q \
    --sweep-option=--check=none -- ./trainer.sh "$fault" "$workload" "$seed" 2>search.err |
    while IFS= read -r row; do
        # The board recovers once a mode has failed.
        case $row in *failed*) jetsim fault M --clear ;; esac
        printf '%s\n' "$row"
    done >search.tsv || true

awk -F'\t' -v OFS='\t' -v budget="$budget" -v case="$seed	$fault	$board	$workload	$budget" '
    FNR == 1 { for (i = 1; i <= NF; i++) at[FILENAME, $i] = i; next }
    function field(name) { return $(at[FILENAME, name]) }
    function mode() { return field("cores") " " field("cpu_khz") " " field("gpu_hz") " " field("emc_hz") }
    FILENAME != "search.tsv" {
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
        print case, tries + 0, count["failed"] + 0, count["recheck"] + 0, excess, over
    }' "$truth" search.tsv
