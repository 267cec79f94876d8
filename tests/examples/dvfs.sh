#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# DVFS lowers the clock of the GPU for LeNet, which keeps it idle most of the time, and much less for ResNet-18. Pinned clocks
# make the minibatches of ResNet-18 more alike.
. "$SRC/tests/examples/quick.bash"
quick dvfs
holds out/clocks.tsv '
    v("name") != "gpu" { next }
    v("clock_hz") + 0 > high { high = v("clock_hz") + 0 }
    { share[v("workload"), v("clocks"), v("clock_hz")] = v("share_pct") }
    END {
        lenet = share["lenet", "DVFS", high]; resnet18 = share["resnet18", "DVFS", high]
        print high, lenet, resnet18, share["lenet", "pinned", high]
        print (lenet < 5 && resnet18 > 10 && share["lenet", "pinned", high] > 10 ? "yes" : "no")
    }'
holds out/minibatches.tsv '
    { ms[v("workload"), v("clocks")] = v("minibatch_ms") }
    END { print (ms["lenet", "pinned"] < ms["lenet", "DVFS"] && ms["resnet18", "pinned"] < 100 ? "yes" : "no") }'
deviation() { awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["phase"] == "counted" { n++; x = $at["compute_ms"]; sum += x; squares += x * x } END { print sqrt(squares / n - (sum / n) ^ 2) / (sum / n) }' "out/resnet18-$1-steps.tsv"; }
awk -v pinned="$(deviation off)" -v dvfs="$(deviation on)" 'BEGIN { exit !(pinned > 0 && pinned < dvfs) }' ||
    fail "the times of minibatches deviate by $(deviation off) with pinned clocks, by $(deviation on) with DVFS"
pictures out/time.svg out/energy.svg out/clocks.svg
