#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The slowest board of a round decides its time. The faster one finishes with it or earlier, with less energy.
. "$SRC/tests/examples/quick.bash"
quick federated-round
holds out/round.tsv '
    { s[v("device"), v("choice")] = v("round_s"); j[v("device"), v("choice")] = v("round_j"); late += v("choice") == "matched" && v("verdict") != "in time" }
    END {
        slow = s["xavier-nx", "fastest"]
        for (key in s) print key, s[key], j[key]
        print (!late && s["agx-orin", "fastest"] < slow && s["agx-orin", "matched"] <= slow &&
            j["agx-orin", "matched"] < j["agx-orin", "fastest"] ? "yes" : "no")
    }'
pictures out/time.svg out/energy.svg
