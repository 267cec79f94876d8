#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=sweep
#SBATCH --array=0-3
#SBATCH --exclusive
#SBATCH --requeue
# Shares a sweep among the boards of a Slurm partition, one task of the array per board:
#   sbatch --partition=jetsons examples/sweep-slurm.sh modes.tsv trainstep resnet18 --data train/
# A task that is requeued after a power cut continues where it stopped if it comes to the same board. On another board it
# starts its part of the list again, so that no part mixes two boards. When all tasks have ended:
#   mlr --tsv cat profiles.*.tsv >profiles.tsv
set -eu
export LC_ALL=C # numbers have points
case ${1--} in -*) set -- ;; esac
[ $# -ge 2 ] || { echo "usage: sbatch $0 MODES COMMAND..." >&2 && exit 64; }
modes=$1
shift
task=$SLURM_ARRAY_TASK_ID
board=$SLURMD_NODENAME
exec pmsweep --tag "board=$board" --resume --shard $((task + 1))/"$SLURM_ARRAY_TASK_COUNT" --modes "$modes" \
    --out "runs.$task.$board" -- "$@" >"profiles.$task.tsv"
