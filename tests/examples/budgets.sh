#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Over all budgets, the answers of pmsearch are nearer to the best modes than those of the published searches and of random
# choice. A recorded table needs neither a board nor trainstep.
. "$SRC/tests/examples/quick.bash"
quick budgets
holds out/excess.tsv '
    v("excess_pct") != "NA" { n[v("policy")]++; mean[v("policy")] += v("excess_pct"); below += v("excess_pct") < 0; many += v("profiles") > 15 }
    END {
        for (policy in n) { mean[policy] /= n[policy]; print policy, n[policy], mean[policy] }
        print (n["physics"] >= 5 && !below && !many && mean["physics"] < 5 && mean["physics"] < mean["bs"] &&
            mean["physics"] < mean["gmd"] && mean["physics"] < mean["random"] ? "yes" : "no")
    }'
pictures out/excess.svg out/budgets.svg

cp out/table.tsv .
"$SRC/examples/budgets" --quick --table table.tsv -o recorded-budgets >/dev/null
"$SRC/examples/search-path" --table out/table.tsv -o recorded >recorded.txt
grep -q '^within .* W the binary search finds' recorded/seen.txt || fail "$(cat recorded.txt)"
cmp recorded/table.tsv out/table.tsv
