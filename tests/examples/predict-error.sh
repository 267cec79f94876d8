#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Ten profiles are enough for errors far below those of linear regression.
. "$SRC/tests/examples/quick.bash"
quick predict-error
holds out/scores.tsv '
    { error[v("model"), v("target"), v("profiles")] = v("mape_pct") }
    END {
        time = error["physics", "time", 10]; power = error["physics", "power", 10]; linear = error["linear", "time", 10]
        print time, power, linear
        print (time > 0 && time < 15 && power > 0 && power < 10 && linear > time ? "yes" : "no")
    }'
pictures out/time-error.svg out/power-error.svg out/time.svg out/power.svg
