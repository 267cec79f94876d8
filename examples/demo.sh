#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# First steps on an emulated Jetson AGX Orin: set a power mode, train ResNet-18 on JPEG files with this machine's processor
# while the board's power is sampled, print the joules of each epoch and draw the power; then compare three modes.
# Usage: examples/demo.sh [FOLDER]    (default: demo). Settings: DEMO_IMAGES=256 DEMO_EPOCHS=2
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/start.bash"
arguments 1 "$@"
folder=${1:-demo} images=${DEMO_IMAGES:-256} epochs=${DEMO_EPOCHS:-2}
mkdir -p "$folder" && cd "$folder"

say() { printf '\n== %s\n' "$*"; }
show() { # run a command and show it as a user would type it
    printf '$ %s\n' "$*"
    "$@"
}

board=$PWD/orin
jetsim umount "$board" 2>/dev/null || true
trap 'jetsim umount "$board" 2>/dev/null || true' EXIT
mkdir -p "$board"

say "Emulate a Jetson AGX Orin that is as busy as this machine"
show jetsim mount --board agx-orin --load host "$board"
export WATTLINE_ROOT=$board
show pmode set 8c/1.2G/930M/2133M
show pmode get

say "Make a data set: $images JPEG files in 10 classes"
rm -rf images
printf '$ dsgen images --out images --count %s --classes 10 --width 800 --height 600 --bytes 100k --seed 1\n' "$images"
dsgen images --out images --count "$images" --classes 10 --width 800 --height 600 --bytes 100k --seed 1 >manifest.tsv
du -sh images

if command -v trainstep >/dev/null; then
    say "Train ResNet-18 for $epochs epochs on this machine's CPU and sample the power of the emulated board"
    show powerlog -i 500ms -o power.tsv --summary energy.tsv -- \
        trainstep resnet18 --data images --batch 16 --workers 1 --epochs "$epochs" -o steps.tsv --epochs-out epochs.tsv

    say "Energy of each epoch (the times are measured, the power is emulated)"
    joules --allow-mixed power.tsv <epochs.tsv >epochs-joules.tsv
    mlr --itsv --opprint cut -o -f epoch,steps,stall_ms,compute_ms,epoch_s,energy_j,mean_power_w,energy_err_j epochs-joules.tsv

    say "Power over time (a dashed line starts each epoch)"
    show wattplot line power.tsv epochs.tsv --format text --size 100x24
    wattplot line power.tsv epochs.tsv -o power.svg
    echo "The same picture: $folder/power.svg"
else
    say "Skipped: training. trainstep was not built, because LibTorch is missing"
fi

# A busy machine may delay samples, ten times as much in the time of the board. If one is missing for five seconds, the mode is
# measured again, at most ten times.
say "Compare three modes (time, power and training are emulated; time runs ten times as fast)"
jetsim umount "$board"
show jetsim mount --board agx-orin --time-scale 10 "$board"
for mode in max/max/max/max 8c/1.2G/930M/2133M 4c/729600k/420M/665M; do
    pmode set "$mode"
    for _ in {1..10}; do
        powerlog -q -i 500ms -o mode-power.tsv -- \
            jetsim step --workload resnet18 --max-steps 100 -o mode-steps.tsv --epochs-out mode-epochs.tsv
        joules -q --max-gap 5s mode-power.tsv --tag mode="$mode" <mode-epochs.tsv >mode.tsv || [ $? = 1 ]
        [ "$(mlr --itsv --onidx cut -f energy_j mode.tsv)" = NA ] || break
    done
    mlr --tsv put '$step_j = fmtnum($energy_j / $steps, "%.3f")' then \
        cut -o -f mode,median_step_ms,mean_power_w,step_j,source mode.tsv
done | awk 'NR == 1 || !/^mode\t/' >modes.tsv
mlr --itsv --opprint cat modes.tsv
