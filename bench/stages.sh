#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# joules --by stage --fit beside jetsim's ledger: emulated trainings of two networks on two boards. Writes the table to
# bench/stages.md, or to OUT=FILE; RUNS=25 per network and board, STEPS=100 of each run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
out=$(realpath "${OUT:-$here/stages.md}")
need jetsim powerlog joules mlr
enter_scratch
{
    printf '%s\n' board workload seed stage energy_j energy_err_j true_j | paste -s
    for board in agx-orin orin-nano; do
        for workload in resnet18 mobilenetv3; do
            for seed in $(seq "${RUNS:-25}"); do "$here/metering/stage_energy.sh" $board $workload "$seed" "${STEPS:-100}"; done
        done
    done
} >rows.tsv
{
    printf '# The energy of stages against the ledger of emulated boards\n\n'
    made_by bench-stages joules
    # shellcheck disable=SC2016
    printf 'Each run samples the power of %s minibatches every 5 ms with `--chip-samples 1` and compares the joules of each stage,\n' \
        "${STEPS:-100}"
    # shellcheck disable=SC2016
    printf 'from `joules --by stage --fit`, with the energy that the board used (`jetsim ledger`).\n\n'
    # shellcheck disable=SC2016,SC1010
    mlr --itsv --omd put '
            if ($energy_j != "NA") {
                $off = 100 * ($energy_j / $true_j - 1);
                $bound = 100 * $energy_err_j / $true_j;
                $held = abs($energy_j - $true_j) <= $energy_err_j ? 1 : 0
            }' \
        then stats1 -a count,sum,mean -f seed,off,bound,held -g board,workload,stage \
        then cut -o -f board,workload,stage,seed_count,held_count,held_sum,off_mean,bound_mean \
        then put '$off_mean = fmtnum($off_mean, "%+.2f"); $bound_mean = fmtnum($bound_mean, "%.1f")' \
        then unsparsify --fill-with - then rename 'seed_count,runs,held_count,with an energy,held_sum,within the bound,off_mean,mean error (%),bound_mean,mean bound (%)' \
        rows.tsv
} >"$out"
cat "$out"
