#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Before the first epoch nothing of the data is in the page cache, and after an epoch some is: the kernel may have taken
# back the rest, for want of memory or because it was idle.
. "$SRC/tests/examples/quick.bash"
quick cold-and-warm
holds out/residency.tsv '
    { pct[v("workers"), v("label")] = v("resident_pct") }
    END {
        for (w = 0; w <= 1; w++) { print pct[w, "before"], pct[w, "epoch0"]; cold += pct[w, "before"] == 0; warm += pct[w, "epoch0"] > 0 && pct[w, "epoch2"] > 0 }
        print (cold == 2 && warm == 2 ? "yes" : "no")
    }'
holds out/epochs.tsv '{ n++; waits += v("stall_ms") > 0 } END { print (n == 6 && waits == 6 ? "yes" : "no") }'
pictures out/epochs.svg out/residency.svg
