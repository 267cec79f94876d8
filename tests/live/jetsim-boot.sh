#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A board that has booted in a mode: the mode is in force, no reboot is needed for it but for the others, and the GPU has the units
# of that mode. On each board with power gating, in each of its modes.
set -euo pipefail
fail() { echo "$*" && exit 1; }
for board in orin-nano-super orin-nano agx-orin orin-nx xavier-nx agx-xavier; do
    mkdir M
    jetsim mount --board $board M
    names=$(pmode -q --root M list --columns name --no-header)
    jetsim umount M
    [ "$(wc -w <<<"$names")" -ge 2 ] || fail "$board: $names"
    for name in $names; do
        jetsim mount --board $board --boot "$name" M
        pmode -q --root M list --columns name,active,saved,reboot >list.tsv
        awk -F'\t' -v name="$name" '$1 == name { found = $2 == 1 && $3 == 1 && $4 != "yes" } END { exit !found }' list.tsv ||
            fail "$board in $name: $(cat list.tsv)"
        pmode -q --root M set "$name" || fail "$board: $name cannot be set"
        jetsim umount M
    done
    rmdir M
done

# Half of the GPU answers the same prompt in about twice the time of the whole one at the same clocks.
ms() { # ms MODE
    jetsim mount --board orin-nano-super --time-scale 20 --boot "$1" M
    pmode --root M set 4c/960M/408M/2133M || return 1
    jetsim --root M step --workload llm-prefill --max-steps 8 -o steps.tsv && jetsim umount M
    awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next } $at["phase"] == "counted" { sum += $at["step_ms"]; n++ } END { print sum / n }' steps.tsv
}
mkdir M
awk -v half="$(ms 7W)" -v whole="$(ms 15W)" 'BEGIN { exit !(half > 1.7 * whole && half < 2.2 * whole) }' || fail "7 W: $(ms 7W) ms, 15 W: $(ms 15W) ms"
