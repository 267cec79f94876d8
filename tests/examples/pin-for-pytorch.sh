#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Pinned data is not read again: a later epoch has fewer reads of the disk, with every image loaded once.
. "$SRC/tests/examples/quick.bash"
quick pin-for-pytorch
holds out/epochs.tsv '
    { images[v("choice"), v("epoch")] = v("images"); if (v("epoch") > 0) reads[v("choice")] += v("reads"); j += v("energy_j") > 0 }
    END {
        for (key in reads) print key, reads[key]
        print (images["plain", 2] == 84 && images["pinned", 2] == 84 && reads["pinned"] < 0.8 * reads["plain"] && j == 6 ? "yes" : "no")
    }'
pictures out/time.svg out/energy.svg
