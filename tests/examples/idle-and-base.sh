#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A board with pinned clocks draws more when idle than one with DVFS, and idle power is the larger part of the energy in
# the mode of least power, where a minibatch takes longest.
. "$SRC/tests/examples/quick.bash"
quick idle-and-base
holds out/idle.tsv '
    { w[v("predefined"), v("clocks")] = v("mean_w"); modes[v("predefined")] = 1 }
    END { for (m in modes) { n++; lower += w[m, "DVFS"] < w[m, "pinned"] }; print n, lower; print (n == 2 && lower == 2 ? "yes" : "no") }'
holds out/base.tsv '
    { share[v("predefined")] = v("idle_j") / (v("idle_j") + v("training_j")) }
    END { print share["MAXN"], share["MODE_15W"]; print (share["MAXN"] > 0.2 && share["MODE_15W"] > share["MAXN"] ? "yes" : "no") }'
pictures out/idle.svg out/base.svg
