#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Emulated boards train as the published boards did: the main results of bench/published.md, with its bars.
set -u
BIN=$BIN "$SRC/bench/published.sh" --short >out 2>err || { cat out err && exit 1; }
cat out
[ ! -s err ] || { cat err && exit 1; }
# The page has every number of the list, with what was measured.
numbers=$(grep -c '^number ' "$SRC/bench/published/numbers.bash")
[ "$numbers" -ge 100 ] && [ "$(grep -c '^| [0-9-]' "$SRC/bench/published.md")" = "$numbers" ] ||
    { echo "bench/published.md: not all of $numbers numbers: run bench/published.sh" && exit 1; }
