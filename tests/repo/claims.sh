#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The published claims of docs/reproducing.md have the numbers of bench/published.md, and the emulated boards show them in
# direction and size.
set -euo pipefail
awk -F ' *[|] *' '
    function near(a, b) { return (a - b) ^ 2 <= (0.03 * b) ^ 2 }
    NR == FNR { if ($1 == "" && $2 != "result") { published[$4] = $6; here[$4] = $7 } next }
    /^[|] claim [|] number of / { inside = 1; next }
    !/^[|]/ { inside = 0 }
    !inside || /^[|]---/ { next }
    { claims++; problem = "" }
    !($3 in here) { problem = "bench/published.md has no such number" }
    $3 in here && !(published[$3] == $4 && near(here[$3], $5)) { problem = "bench/published.md has " published[$3] " and " here[$3] }
    $5 / $4 < 0.67 || $5 / $4 > 1.5 { problem = "not as published" }
    problem != "" { print "docs/reproducing.md: " $3 ": " problem; failed = 1 }
    END { if (claims < 10) print "docs/reproducing.md: " claims + 0 " claims"; exit failed || claims < 10 }
' "$SRC/bench/published.md" "$SRC/docs/reproducing.md"
