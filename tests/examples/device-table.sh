#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# An AGX Xavier has more than 29000 power modes, and an Orin Nano 1800, as the published tables say.
. "$SRC/tests/examples/quick.bash"
quick device-table
holds out/devices.tsv '
    { modes[v("board")] = v("modes"); cores[v("board")] = v("cores"); gb[v("board")] = v("ram_b") / 1e9 }
    END {
        print (modes["agx-xavier"] > 29000 && cores["agx-xavier"] == 8 && gb["agx-xavier"] > 28 &&
            modes["orin-nano"] == 1800 && cores["orin-nano"] == 6 ? "yes" : "no")
    }'
holds out/devices.tsv '
    { cuda[v("board")] = v("cuda_cores"); watts[v("board")] = v("peak_w") }
    END { print (cuda["agx-orin"] == 2048 && watts["agx-orin"] == 60 && cuda["orin-nano"] == 1024 && watts["orin-nano"] == 15 ? "yes" : "no") }'
pictures out/modes.svg out/gpu.svg
grep -q '^</svg>' out/trend.svg

mkdir few && cp "$SRC"/examples/{all.sh,start.bash,common.bash,device-table,devices.tsv,search-path} few/
few/all.sh >all.txt
"$SRC/examples/report.sh" artifact >report.html
[ "$(grep -c '<h2 id="\(device-table\|search-path\)"' report.html)" = 2 ] || fail "the report has not both experiments"
[ "$(grep -o 'image/svg+xml;base64,PD94' report.html | wc -l)" = 6 ] || fail "the report has not all pictures"
"$SRC/examples/report.sh" few >/dev/null 2>refused && fail "a folder without results made a report"
grep -q 'no experiment ended here' refused
[ "$(cut -f 1,3,4 artifact/experiments.tsv | paste -sd ' ')" = $'experiment\tstatus\tsource device-table\t0\temulated search-path\t0\temulated,replayed' ]
(cd artifact && sha256sum --quiet -c SHA256SUMS && [ "$(grep -c 'svg$' SHA256SUMS)" = 6 ])
