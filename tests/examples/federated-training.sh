#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The boards train different data from the same weights: with each round their losses fall.
. "$SRC/tests/examples/quick.bash"
quick federated-training
holds out/rounds.tsv '
    { loss[v("round")] += v("loss"); boards[v("round")]++; mode[v("mode")] = 1; j += v("energy_j") > 0 }
    END {
        for (r in loss) print r, loss[r]
        for (m in mode) modes++
        print (boards[0] == 2 && boards[2] == 2 && modes == 2 && loss[1] < loss[0] && loss[2] < loss[1] && j == 6 ? "yes" : "no")
    }'
pictures out/time.svg out/loss.svg
