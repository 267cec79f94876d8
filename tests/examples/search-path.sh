#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Each search profiles a few of the 441 modes and finds one within the budget that is nearly as fast as the best one.
. "$SRC/tests/examples/quick.bash"
quick search-path
[ "$(wc -l <out/table.tsv)" = 442 ]
holds out/searches.tsv '
    v("decision") == "answer" { ms[v("policy")] = v("minibatch_ms"); tries[v("policy")] = v("try"); within += v("power_w") <= v("budget_w") }
    END {
        for (p in ms) { print p, ms[p], tries[p], within; good += ms[p] >= ms["lookup"] && tries[p] <= (p == "lookup" ? 441 : 15) }
        print (good == 4 && within == 4 && ms["physics"] < 1.05 * ms["lookup"] ? "yes" : "no")
    }'
pictures out/bs.svg out/gmd.svg out/physics.svg
