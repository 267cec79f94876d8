#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A data set of the size of the memory stays in the page cache; of one that is four times as large less than a third does.
. "$SRC/tests/examples/quick.bash"
quick cache-and-size
holds out/epochs.tsv '
    { pct[v("factor"), v("epoch")] = v("resident_pct"); images[v("factor")] = v("images") }
    END {
        for (key in pct) print key, pct[key]
        print (pct[1, 1] > 90 && pct[4, 1] > 0 && pct[4, 1] < 34 && images[4] == 4 * images[1] ? "yes" : "no")
    }'
board=emulated pictures out/residency.svg out/time.svg
