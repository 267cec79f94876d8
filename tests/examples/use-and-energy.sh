#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# On a Xavier NX, four loader threads keep the GPU busy, whatever the medium is, and save about a third of the energy.
. "$SRC/tests/examples/quick.bash"
quick use-and-energy
holds out/use.tsv '
    { gpu[v("medium"), v("workers")] = v("gpu_pct"); j[v("medium"), v("workers")] = v("energy_j") }
    END {
        saved = 1 - j["hdd", 4] / j["hdd", 0]
        print gpu["hdd", 0], gpu["hdd", 4], gpu["ssd", 4], saved
        print (gpu["hdd", 0] < 65 && gpu["hdd", 4] > 75 && gpu["ssd", 4] > 75 && saved > 0.25 && saved < 0.5 ? "yes" : "no")
    }'
pictures out/gpu.svg out/cpu.svg out/energy.svg
