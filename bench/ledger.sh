#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# joules beside jetsim's ledger on every emulated board: real and ideal sensors, two workloads, short and long epochs, two
# time scales. Writes the table to bench/ledger.md, or to OUT=FILE, and the row of each run to ROWS=FILE; BOARDS="..." selects
# boards, EPOCHS="30 5" are the seconds of an epoch, SCALES="1 4", RUNS=1 repeats each run, JOBS=8 run at a time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
out=$(realpath "${OUT:-$here/ledger.md}") rows=${ROWS:+$(realpath "$ROWS")}
need jetsim powerlog joules mlr
enter_scratch

# measure BOARD SENSORS WORKLOAD EPOCH_S SCALE RUN: prints a row. A busy machine may leave gaps in a log. It is then recorded
# again, at most five times.
measure() {
    local folder attempt steps from to truth sensors=()
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
        joules p.tsv <e.tsv >j.tsv || [ $? = 1 ] # a gap
        [ "$(mlr --itsv --onidx cut -f coverage_pct j.tsv)" != 100.00 ] || break
        echo "ledger.sh: $*: log $attempt has gaps" >&2
    done
    read -r from to < <(mlr --itsv --onidx --ofs ' ' cut -o -f start_mono_s,end_mono_s e.tsv)
    truth=$(jetsim ledger M --from "$from" --to "$to" | mlr --itsv --onidx filter '$rail == "TOTAL"' then cut -f energy_j)
    jetsim umount M
    mlr --itsv --onidx --ofs '\t' cut -o -f energy_j,energy_err_j,coverage_pct j.tsv |
        while read -r energy; do printf '%s\t' "$@"; printf '%s\t%s\n' "$energy" "$truth"; done
    cd .. && rm -r "$folder"
}
export -f measure

known=$(jetsim list --columns board --no-header)
mapfile -t boards < <(printf '%s\n' ${BOARDS:-$known})
{
    printf '%s\n' board sensors workload epoch_s scale run energy_j energy_err_j coverage_pct true_j | paste -s
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

# table FIELD...: the runs with the same value of these fields, as Markdown.
table() {
    mlr --itsv --omd put '
            $held = 0;
            if ($energy_j != "NA") {
                $off = 100 * ($energy_j / $true_j - 1);
                $size = abs($off);
                $share = abs($energy_j - $true_j) / $energy_err_j;
                $held = $share <= 1 ? 1 : 0
            }' \
        then stats1 -a count,sum,mean,max -f off,size,share,held -g "$1" \
        then cut -o -f "$1,held_count,off_count,held_sum,off_mean,size_max,share_max" \
        then put '$off_mean = fmtnum($off_mean, "%+.2f"); $size_max = fmtnum($size_max, "%.2f"); $share_max = fmtnum($share_max, "%.2f")' \
        then rename 'held_count,runs,off_count,without a gap,held_sum,within the bound,off_mean,mean error (%),size_max,largest error (%),share_max,largest error / bound' \
        rows.tsv
}
{
    printf '# joules against the ledger of emulated boards\n\n'
    made_by bench-ledger joules
    printf 'Each run samples the power of an emulated training every 100 ms of the board and compares the joules of its epoch\n'
    printf 'with the energy that the board used (`jetsim ledger`). The bound is what joules prints as `energy_err_j`.\n\n'
    table sensors,epoch_s,scale
    echo
    table board
} >"$out"
