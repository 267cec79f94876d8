#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# On every board the joules of an emulated training agree with the board's own ledger: within the printed bound with
# real sensors, within 1 % with ideal ones that are sampled often.
set -eu
. "$SRC/tests/live/ledger.bash"
train=(jetsim step --workload resnet18 --max-steps 60)

for board in agx-orin orin-nano agx-xavier; do against $board bound; done
for board in agx-orin orin-nano agx-xavier; do against $board 1 --ideal-sensors; done
