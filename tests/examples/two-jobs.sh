#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A job alone and two at the same time: each trains as many minibatches, and its rows are there.
. "$SRC/tests/examples/quick.bash"
quick two-jobs
holds out/jobs.tsv '
    { jobs = jobs v("run") v("job") " "; steps[v("steps")] = 1; rate += v("images_per_s") > 0 }
    END { for (count in steps) different++; print jobs, different; print (jobs == "alonea togethera togetherb " && different == 1 && rate == 3 ? "yes" : "no") }'
pictures out/rate.svg
"$SRC/examples/two-jobs" --board agx-orin -o emulated 2>refused && fail "two-jobs emulated a board that knows one job"
grep -q 'trains on the machine itself' refused
