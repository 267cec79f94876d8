#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Where memory holds only half of the data, the disk is read in every epoch, and the pictures have a mark at each of them.
. "$SRC/tests/examples/quick.bash"
quick io-over-time
holds out/load.tsv '
    v("read_b_per_s") == "NA" { last = v("mono_s"); next }
    { mb += v("read_b_per_s") * (v("mono_s") - last) / 1e6; last = v("mono_s"); if (v("read_b_per_s") > 0) end = last }
    END { print mb, end; print (mb > 12 && end > 0 ? "yes" : "no") }'
holds out/epochs.tsv 'v("epoch") == NR - 2 && v("source") == "emulated" { n++ } END { print (n == 3 ? "yes" : "no") }'
board=emulated pictures out/reads.svg out/stall.svg
[ "$(grep -c '<text>\(epoch 0\|1\|2\)</text>' out/stall.svg)" -ge 3 ] || fail "the epochs have no marks"
