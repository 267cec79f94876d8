#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The README's demo, smaller: it ends well and its figures are there and add up.
set -euo pipefail
DEMO_IMAGES=48 DEMO_EPOCHS=1 bash "$SRC/examples/demo.sh" demo >demo.txt
cd demo
grep -q '^<svg\|<svg ' power.svg
[ "$(mlr --itsv --onidx cat then count modes.tsv)" = 3 ]
# One epoch, its energy between 1 W and 100 W over its length.
mlr --itsv --onidx filter '$energy_j > $epoch_s && $energy_j < 100 * $epoch_s' then count epochs-joules.tsv | grep -x 1 >/dev/null
# Lower clocks take longer and draw less.
mlr --itsv --onidx cut -f median_step_ms modes.tsv | sort -C -g
mlr --itsv --onidx cut -f mean_power_w modes.tsv | sort -C -g -r
