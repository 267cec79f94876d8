#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# DVFS lowers the clock of the GPU for LeNet, which keeps it idle most of the time, and much less for ResNet-18, whose
# minibatches are at least as alike with pinned clocks, and take as long with DVFS, up to 3 %.
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
    END { print (ms["lenet", "pinned"] < ms["lenet", "DVFS"] && ms["resnet18", "pinned"] < 100 &&
        ms["resnet18", "DVFS"] < 1.03 * ms["resnet18", "pinned"] ? "yes" : "no") }'
deviation() { # standard deviation of compute_ms, relative to its mean
    see "out/resnet18-$1-steps.tsv" '
        v("phase") == "counted" { n++; sum += v("compute_ms"); squares += v("compute_ms") ^ 2 }
        END { mean = sum / n; print sqrt(squares / n - mean ^ 2) / mean }'
}
awk -v pinned="$(deviation off)" -v dvfs="$(deviation on)" 'BEGIN { exit !(pinned > 0 && pinned <= dvfs) }' ||
    fail "the times of minibatches deviate by $(deviation off) with pinned clocks, by $(deviation on) with DVFS"
pictures out/time.svg out/energy.svg out/clocks.svg
