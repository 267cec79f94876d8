#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Epochs at half of the clocks take longer than those at the highest ones, and each change of the mode has its time.
. "$SRC/tests/examples/quick.bash"
quick mode-per-phase
holds out/epochs.tsv '
    { ms[v("clocks")] += v("median_step_ms"); epochs = epochs v("epoch") v("clocks") " " }
    END { print epochs, ms["half"], ms["full"]; print (epochs == "0full 1half 2full 3half " && ms["half"] > 1.3 * ms["full"] ? "yes" : "no") }'
holds out/changes.tsv 'v("knob") == "all" && v("settle_ms") > 0 { n++ } END { print (n == 4 ? "yes" : "no") }'
pictures out/power.svg out/energy.svg out/changes.svg
