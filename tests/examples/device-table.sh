#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# An AGX Xavier has more than 29000 power modes, and an Orin Nano 1800, as the published tables say.
board=agx-xavier,orin-nano
. "$SRC/tests/examples/quick.bash"
quick device-table
holds out/devices.tsv '
    { modes[v("board")] = v("modes"); cores[v("board")] = v("cores"); gb[v("board")] = v("ram_b") / 1e9 }
    END {
        print (modes["agx-xavier"] > 29000 && cores["agx-xavier"] == 8 && gb["agx-xavier"] > 28 &&
            modes["orin-nano"] == 1800 && cores["orin-nano"] == 6 ? "yes" : "no")
    }'
pictures out/modes.svg out/gpu.svg
