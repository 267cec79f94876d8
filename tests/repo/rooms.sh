#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Includes make no loops, a source and its header counted as one part; and each names its file from lib/ or tools/, so
# that this test and layering.sh can judge it.
set -u
cd "$SRC" || exit 1
grep -ro --include='*.cpp' --include='*.hpp' '^#include "[^"]*"' lib tools |
    sed -E 's/^(lib|tools)\/(.*)\.[ch]pp:#include "(.*)"$/\2 \3/' | grep -v ' version.hpp$' >"$SCRATCH/includes"
[ -s "$SCRATCH/includes" ] || { echo "no includes were found"; exit 1; }
failed=0
while read -r room included; do
    [ -e "lib/$included" ] || [ -e "tools/$included" ] || { echo "$room: no lib/$included, no tools/$included"; failed=1; }
done <"$SCRATCH/includes"
# tsort names each loop on standard error.
sed 's/\.hpp$//' "$SCRATCH/includes" | tsort 2>&1 >"$SCRATCH/order" |
    grep -v "contains a loop" >"$SCRATCH/loops"
cat "$SCRATCH/loops"
[ -s "$SCRATCH/loops" ] && failed=1
exit $failed
