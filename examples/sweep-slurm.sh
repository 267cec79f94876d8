#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=sweep
#SBATCH --array=0-3
#SBATCH --exclusive
#SBATCH --requeue
# Shares a sweep among the boards of a Slurm partition, one task of the array per board:
#   sbatch --partition=jetsons examples/sweep-slurm.sh modes.tsv trainstep resnet18 --data train/
# A task that is requeued after a power cut continues where it stopped. When all tasks have ended:
#   mlr --tsv cat profiles.*.tsv >profiles.tsv
set -eu
modes=$1
shift
task=$SLURM_ARRAY_TASK_ID
exec pmsweep --resume --shard $((task + 1))/"$SLURM_ARRAY_TASK_COUNT" --modes "$modes" --out "runs.$task" \
    -- "$@" >"profiles.$task.tsv"
