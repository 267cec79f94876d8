#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# On a hard disk, a minibatch of the first epoch takes longer and more energy than on an SSD, and the cheaper board trains more
# for the price of board and medium.
. "$SRC/tests/examples/quick.bash"
quick choose-disk
holds out/pairs.tsv '
    { ms[v("device"), v("medium")] = v("minibatch_ms"); j[v("device"), v("medium")] = v("energy_j"); usd[v("device"), v("medium")] = v("usd")
      rate[v("device"), v("medium")] = v("minibatches_per_s_and_kusd") }
    END {
        for (key in ms) { print key, ms[key], j[key], usd[key], rate[key]; n++ }
        print (n == 4 && ms["agx-orin", "hdd"] > 1.1 * ms["agx-orin", "ssd"] && j["agx-orin", "hdd"] > j["agx-orin", "ssd"] &&
            usd["agx-orin", "ssd"] == 2039 && usd["orin-nano", "hdd"] == 549 && rate["orin-nano", "ssd"] > rate["agx-orin", "ssd"] ? "yes" : "no")
    }'
grep -q 'agx-orin + ssd trains the fastest .* orin-nano + [a-z]* trains the most for its price\.$' out/seen.txt
pictures out/minibatch_ms.svg out/energy_j.svg out/price.svg
