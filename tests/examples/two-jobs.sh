#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A job alone and two at the same time: each trains as many minibatches, and its rows are there.
. "$SRC/tests/examples/quick.bash"
quick two-jobs
holds out/jobs.tsv '
    { jobs = jobs v("run") v("job") " "; steps[v("steps")] = 1; rate += v("images_per_s") > 0 }
    END { for (count in steps) different++; print jobs, different; print (jobs == "alonea togethera togetherb " && different == 1 && rate == 3 ? "yes" : "no") }'
pictures out/rate.svg

# The GPU of an emulated board computes one minibatch at a time: both jobs take about the sum of what each alone takes, which
# a busy machine makes longer.
"$SRC/examples/two-jobs" --quick --board agx-orin --workload resnet18 -o emulated >seen.txt
holds emulated/jobs.tsv '
    { key = v("run"); steps[key] += v("steps"); ms[key] += v("compute_ms"); end[key] = v("end_mono_s") > end[key] ? v("end_mono_s") : end[key] }
    { start[key] = start[key] == "" || v("start_mono_s") < start[key] ? v("start_mono_s") : start[key]; other += v("source") != "emulated" }
    END {
        each = ms["alone"] / steps["alone"]
        took = 1000 * (end["together"] - start["together"])
        print each, steps["together"], took, other
        print (steps["together"] == 2 * steps["alone"] && took > 0.7 * each * steps["together"] && !other ? "yes" : "no")
    }'
# Taking turns, they draw the power of one, or a little more because the GPU waits less, and not the sum.
holds <(cat emulated/alone-energy.tsv; sed 1d emulated/together-energy.tsv) '
    v("rail") == "TOTAL" { watts[++n] = v("mean_w") }
    END { print watts[1], watts[2]; print (n == 2 && watts[2] > 0.8 * watts[1] && watts[2] < 1.5 * watts[1] ? "yes" : "no") }'
board=agx-orin pictures emulated/rate.svg
