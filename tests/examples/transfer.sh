#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# From 50 modes of a board, and the model of another, time and power in all its modes are predicted as well as published.
. "$SRC/tests/examples/quick.bash"
quick transfer
holds out/scores.tsv '
    { error[v("prior"), v("target"), v("profiles")] = v("mape_pct") }
    END {
        time = error["reference", "time", 50]; power = error["reference", "power", 50]
        print time, power
        print (time > 0 && time < 7.85 && power > 0 && power < 5.96 ? "yes" : "no")
    }'
pictures out/time-error.svg out/power-error.svg
