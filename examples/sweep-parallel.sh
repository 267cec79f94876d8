#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Uses GNU parallel to share a sweep among boards that ssh can reach, and prints the rows as one table:
#   examples/sweep-parallel.sh "board1 board2 board3" modes.tsv trainstep resnet18 --data /data/train >profiles.tsv
# Each board keeps its journal in ~/runs.K. After a power cut, run the same line again to continue.
set -eu
export LC_ALL=C # numbers have points
case ${1--} in -*) set -- ;; esac
[ $# -ge 3 ] || { echo "usage: $0 'BOARD BOARD...' MODES COMMAND..." >&2 && exit 64; }
read -ra boards <<<"$1"
modes=$2
shift 2
run=${SWEEP_SSH:-ssh} # the tests replace ssh, to run all shards on this machine
sweep() { printf '%q ' pmsweep --tag "board=${boards[$1 - 1]}" --resume --shard "$1/${#boards[@]}" --modes - --out "runs.$1" -- "${@:2}"; }
for k in $(seq ${#boards[@]}); do printf '%s\t%s\n' "${boards[k - 1]}" "$(sweep "$k" "$@")"; done |
    parallel --colsep '\t' --jobs 0 --line-buffer "$run {1} {2} <$modes >profiles.{#}.tsv"
mlr --tsv cat profiles.*.tsv
