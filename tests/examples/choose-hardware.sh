#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# An AGX Orin trains every network faster than an Orin Nano, and BERT takes the longest. BERT needs more than the
# 8 GB of the Orin Nano, and is shown as such.
. "$SRC/tests/examples/quick.bash"
quick choose-hardware
holds out/minibatches.tsv '
    { ms[v("device"), v("workload")] = v("minibatch_ms") }
    END {
        for (key in ms) { print key, ms[key]; n++ }
        print (n == 6 && ms["agx-orin", "resnet18"] < ms["orin-nano", "resnet18"] && ms["agx-orin", "lenet"] < ms["orin-nano", "lenet"] &&
            ms["agx-orin", "bert"] > ms["agx-orin", "resnet18"] ? "yes" : "no")
    }'
holds out/prices.tsv '
    { usd[v("device")] = v("kit_usd"); rate[v("device")] = v("minibatches_per_s_and_kusd") }
    END { print (usd["agx-orin"] == 1999 && usd["orin-nano"] == 499 && rate["orin-nano"] > rate["agx-orin"] ? "yes" : "no") }'
grep -q 'orin-nano trains the most for its price\.$' out/seen.txt
pictures out/time.svg out/energy.svg

[ "$(cut -f 1-4 out/orin-nano-bert.tsv | tail -n 1)" = $'orin-nano\tbert\t0\tNA' ]
grep -q 'did not run' out/time.svg
