#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs a job of 5 emulated minutes under pmtune on an emulated AGX Orin, and draws docs/pmtune-job.svg: the power of each window,
# in the colors of the phases. Takes about 90 s. Its rows go to build/bench/tune-picture.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
out=$here/../build/bench/tune-picture
rm -rf "$out" && mkdir -p "$out/M" && cd "$out"
jetsim mount --board agx-orin --time-scale 4 M
trap 'jetsim umount M' EXIT
pmtune --root M --budget 30 --steps 3125 -o job.tsv --summary - -- jetsim --root M step --workload resnet18 --max-steps 3125 >steps.tsv
first=$(awk -F '\t' 'NR == 2 { print $1 }' job.tsv)
awk -F '\t' -v OFS='\t' -v first="$first" 'NR > 1 { $1 -= first; $2 -= first } 1' job.tsv >drawn.tsv && cp job.tsv.meta drawn.tsv.meta
wattplot line -x end_mono_s -y power_w --by phase --xlabel 'time (s)' --ylabel 'power (W)' --size 760x300 \
    --title 'ResNet-18 under pmtune --budget 30, emulated AGX Orin' -o "$here/../docs/pmtune-job.svg" drawn.tsv
