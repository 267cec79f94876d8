#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# joules beside jetsim's ledger on every emulated board: real and ideal sensors, two workloads, short and long epochs, two
# time scales; of each run the whole epoch, and of the short ones of ResNet-18 the stalls and the computing (joules --by stage).
# Writes the tables to bench/ledger.md, or to OUT=FILE, and the rows of all runs to ROWS=FILE; BOARDS="..." selects boards,
# EPOCHS="30 5" are the seconds of an epoch, SCALES="1 4", RUNS=1 repeats each run, JOBS=8 run at a time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
out=$(realpath "${OUT:-$here/ledger.md}") rows=${ROWS:+$(realpath "$ROWS")}
need jetsim powerlog joules mlr
enter_scratch

# rows RUN TRUTH JOULES: a row for each part of a run (the epoch, or its stages), with what joules says of it in the file JOULES,
# whose first column is the part, and its true energy in the file TRUTH.
rows() {
    awk -F '\t' -v OFS='\t' -v run="$1" '
        FNR == NR { true[$1] = $2; next }
        { print run, $1, $2, $3, $4, true[$1] }' "$2" "$3"
}
# measure BOARD SENSORS WORKLOAD EPOCH_S SCALE RUN: prints the rows of a run. A busy machine may leave gaps in a log. It is then
# recorded again, at most five times.
measure() {
    local folder attempt steps from to sensors=()
    folder=$(printf '%s-' "$@")
    [ "$2" = real ] || sensors=(--ideal-sensors)
    mkdir -p "$folder/M"
    cd "$folder"
    jetsim mount --board "$1" "${sensors[@]}" --time-scale "$5" --seed "$6" M
    steps=$(jetsim step --root M --workload "$3" --max-steps 5 |
        mlr --itsv --onidx stats1 -a min -f step_ms then put '$step_ms_min = int('"$4"' * 1000 / $step_ms_min)')
    for attempt in 1 2 3 4 5; do
        powerlog -q --root M -i 100ms -o p.tsv -- \
            jetsim step --root M --workload "$3" --max-steps "$steps" --seed "$6" --epochs-out e.tsv -o s.tsv
        joules -q --by epoch --columns epoch,energy_j,energy_err_j,coverage_pct --no-header p.tsv <e.tsv >epoch.tsv || [ $? = 1 ] # a gap
        [ "$(cut -f 4 epoch.tsv)" != 100.00 ] || break
        echo "ledger.sh: $*: log $attempt has gaps" >&2
    done
    sed -i 's/^[^\t]*/epoch/' epoch.tsv
    : >stages.tsv >stages_true.tsv
    if [ "$3 $4" = 'resnet18 5' ]; then # the ledger is asked for each stage of each minibatch
        joules -q --by stage --columns stage,energy_j,energy_err_j,coverage_pct --no-header p.tsv <s.tsv >stages.tsv || [ $? = 1 ]
        "$here/metering/true_stages.sh" M <s.tsv >stages_true.tsv
    fi
    read -r from to < <(mlr --itsv --onidx --ofs ' ' cut -o -f start_mono_s,end_mono_s e.tsv)
    jetsim ledger M --from "$from" --to "$to" | awk -F '\t' '$1 == "TOTAL" { print "epoch\t" $5 }' >true.tsv
    jetsim umount M
    rows "$(printf '%s\n' "$@" | paste -s)" <(cat true.tsv stages_true.tsv) <(cat epoch.tsv stages.tsv)
    cd .. && rm -r "$folder"
}
export -f measure rows
export here

known=$(jetsim list --columns board --no-header)
mapfile -t boards < <(printf '%s\n' ${BOARDS:-$known})
{
    printf '%s\n' board sensors workload epoch_s scale run part energy_j energy_err_j coverage_pct true_j | paste -s
    for seconds in ${EPOCHS:-30 5}; do
        for scale in ${SCALES:-1 4}; do
            for workload in resnet18 lenet; do
                for run in $(seq "${RUNS:-1}"); do
                    for board in "${boards[@]}"; do
                        printf '%s\n' "$board "{real,ideal}" $workload $seconds $scale $run"
                    done
                done
            done
        done
    done | xargs -P "${JOBS:-8}" -I RUN bash -c 'set -euo pipefail; measure RUN'
} >rows.tsv
[ -z "$rows" ] || cp rows.tsv "$rows"

# table FILTER FIELD,...: the parts of runs that FILTER selects, those with the same value of these fields together, as Markdown.
table() {
    mlr --itsv --omd filter "$1" then put '
            $held = 0;
            if ($energy_j != "NA") {
                $off = 100 * ($energy_j / $true_j - 1);
                $size = abs($off);
                $bound = 100 * $energy_err_j / $true_j;
                $share = abs($energy_j - $true_j) / $energy_err_j;
                $held = $share <= 1 ? 1 : 0
            }' \
        then stats1 -a count,sum,mean,max -f off,size,bound,share,held -g "$2" \
        then put 'for (name in ["off_mean", "size_max", "bound_mean", "share_max"]) {
                if (is_present($[name])) { $[name] = fmtnum($[name], name == "off_mean" ? "%+.2f" : "%.2f") }
            }' \
        then unsparsify --fill-with - \
        then cut -o -f "$2,held_count,off_count,held_sum,off_mean,size_max,bound_mean,share_max" \
        then rename 'held_count,runs,off_count,with an energy,held_sum,within the bound,off_mean,mean error (%),size_max,largest error (%),bound_mean,mean bound (%),share_max,largest error / bound' \
        rows.tsv
}
{
    printf '# joules against the ledger of emulated boards\n\n'
    made_by bench-ledger joules
    printf 'Each run samples the power of an emulated training every 100 ms of the board and compares the joules of its epoch\n'
    printf 'with the energy that the board used (`jetsim ledger`). The bound is what joules prints as `energy_err_j`.\n\n'
    table '$part == "epoch"' sensors,epoch_s,scale
    printf '\nThe same by board, with real sensors:\n\n'
    table '$part == "epoch" && $sensors == "real"' board
    printf '\nThe stages of the epochs of ResNet-18 of 5 s (`joules --by stage`). A stage that the readings cannot tell from the others has no energy:\n\n'
    table '$part != "epoch" && $part != "overhead"' part,sensors,epoch_s,scale
} >"$out"
