#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The rows of live-search.sh as the table of bench/live.md, each figure with its bar: per seed and fault, and per fault
# over all seeds.
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../examples/start.bash"
arguments 1 "$@"
sort -t '	' -s -k 1,1n -k 2,2 "$1" | awk -F'\t' '
    $1 == "seed" { next }
    { for (s = 0; s < 2; s++) add(s == 0 ? $1 : "all", $2, $9, $10) }
    function add(seed, fault, excess, over,   k) {
        k = seed SUBSEP fault
        if (!(k in n)) { order[++keys] = k; seeds[seed]; faults[fault] }
        n[k]++
        if (excess == "NA") { none[k]++; return }
        sum[k] += excess; answers[k]++
        if (!(k in worst) || excess > worst[k]) worst[k] = excess
        if (over > 0) above[k]++
        if (over > 1) far[k]++
        if (!(k in most) || over > most[k]) most[k] = over
    }
    function mean(k) { return answers[k] ? sum[k] / answers[k] : 0 }
    function verdict(k, fault,   ok) {
        ok = (fault != "none" || mean(k) <= 2.5) && worst[k] <= 30 && !none[k]
        return ok ? "met" : "**missed**"
    }
    function row(k,   part, ratio, bar) {
        split(k, part, SUBSEP)
        clean = part[1] SUBSEP "none"
        ratio = part[2] == "none" || !(clean in n) || mean(clean) <= 0 ? "" : sprintf("%.2f", mean(k) / mean(clean))
        bar = part[2] == "slow" ? 2.5 : 2
        printf "| %s | %s | %d | %d | %.2f | %.2f | %d | %d | %.2f | %s | %s |\n", part[1], part[2], n[k], none[k], mean(k),
            worst[k], above[k], far[k], most[k], verdict(k, part[2]), ratio == "" ? "" : ratio (ratio <= bar ? " met" : " **missed**")
    }
    END {
        print "| seed | faults | searches | without an answer | mean excess time (%) | largest | answers over the budget |" \
            " by more than 1 % | most (%) | bars: mean 2.5 without faults, largest 30, all answered | mean / that without faults: bars 2 (fast), 2.5 (slow) |"
        print "|---|---|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= keys; i++) if (order[i] !~ /^all/) row(order[i])
        for (i = 1; i <= keys; i++) if (order[i] ~ /^all/) row(order[i])
    }'
