#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A data set of the size of the memory stays in the page cache; of one that is four times as large less than a third does. On a
# hard disk, an epoch of the latter takes more than four times as long, and longer than on an ssd.
. "$SRC/tests/examples/quick.bash"
rows_hold() { # in a shell of its own, which holds ends
    (
        quick cache-and-size
        holds out/epochs.tsv '
            { pct[v("medium"), v("factor"), v("epoch")] = v("resident_pct"); s[v("medium"), v("factor"), v("epoch")] = v("epoch_s"); images[v("factor")] = v("images") }
            function fits(medium) { return pct[medium, 1, 1] > 90 && pct[medium, 4, 1] > 0 && pct[medium, 4, 1] < 34 }
            function growth(medium) { return s[medium, 4, 1] / s[medium, 1, 1] }
            END {
                for (key in pct) print key, pct[key], s[key]
                print (fits("hdd") && fits("ssd") && images[4] == 4 * images[1] && growth("hdd") > 4 && s["hdd", 4, 1] > s["ssd", 4, 1] ? "yes" : "no")
            }'
    ) >answer
}
# A busy machine may delay the reads of one medium more than those of the other.
for attempt in 1 2 3; do
    rm -rf out
    rows_hold && break
    cat answer
    [ $attempt != 3 ] || fail "three runs"
done
board=emulated pictures out/residency.svg out/time.svg
