#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The boards train different data from the same weights: with each round their losses fall. One board of a round finishes
# last, and the others wait for it.
. "$SRC/tests/examples/quick.bash"
quick federated-training
holds out/rounds.tsv '
    { loss[v("round")] += v("loss"); boards[v("round")]++; mode[v("mode")] = 1; j += v("energy_j") > 0 }
    END {
        for (r in loss) print r, loss[r]
        for (m in mode) modes++
        print (boards[0] == 2 && boards[2] == 2 && modes == 2 && loss[1] < loss[0] && loss[2] < loss[1] && j == 6 ? "yes" : "no")
    }'
holds out/finish.tsv '
    { r = v("round"); n[r]++; last[r] += v("wait_s") == 0; begins += v("start_s") == 0; whole = v("finish_s") + v("wait_s") }
    r in end && (whole - end[r]) ^ 2 > 1e-4 { unequal++ }
    { end[r] = whole }
    END { print (n[0] == 2 && n[1] == 2 && n[2] == 2 && last[0] && last[1] && last[2] && begins >= 3 && !unequal ? "yes" : "no") }'
[ "$(grep -c '^round [0-2]: finished .* after .*; apart [0-9.]* s$' seen.txt)" = 3 ] || fail "no line for each round: $(cat seen.txt)"
pictures out/time.svg out/loss.svg

# It trains LeNet also when no network is named.
"$SRC/examples/federated-training" -o none 2>err && fail 'it ran without boards'
grep -q -- '--board is required' err || fail "$(cat err)"
