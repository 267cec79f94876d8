#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Changing modes under a running command takes a fraction of the board's time and gives the same medians.
# Bounds are wide: on a busy machine compressed time stretches whatever processes take.
set -euo pipefail
MODES=5 SCALE=10 bash "$SRC/bench/live-sweep.sh" >bench.tsv
cat bench.tsv
mlr --itsv --onidx filter '$modes >= 4 && $share_pct < 90 && abs($time_bias_pct) < 2 && abs($power_bias_pct) < 3' \
    then count bench.tsv | grep -x 1 >/dev/null
