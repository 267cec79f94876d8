#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# stage_energy.sh BOARD WORKLOAD SEED STEPS: trains on this emulated board, mounted on M, and prints a row per stage of the
# minibatches: board, workload, seed, stage, its energy and error bound by joules --by stage --fit (NA where the readings do not
# determine it), and its true energy by jetsim ledger.
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../../examples/start.bash"
arguments 4 "$@"
board=$1 workload=$2 seed=$3 steps=$4
mkdir M
jetsim mount --board "$board" --seed "$seed" M
trap 'jetsim umount -z M; rmdir M' EXIT
export WATTLINE_ROOT=$PWD/M
powerlog -q -i 5ms --chip-samples 1 -r TOTAL -o p.tsv -- \
    jetsim step --workload "$workload" --max-steps "$steps" --seed "$seed" --stages -o s.tsv
joules -q --by stage --fit p.tsv <s.tsv >j.tsv || [ $? = 1 ] # a stage without an energy
"$(dirname "$0")/true_stages.sh" M <s.tsv >true.tsv
awk -F '\t' -v OFS='\t' -v run="$board\t$workload\t$seed" '
    FNR == NR { joules[$1] = $2; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print run, $1, $at["energy_j"], $at["energy_err_j"], joules[$1] }' true.tsv j.tsv
