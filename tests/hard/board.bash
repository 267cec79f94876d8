# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the suites of tests/hard that use an emulated board, after counts.bash.

# wanted NAME: whether this part of a suite is to run. ONLY=NAME repeats one part alone, in the same way.
wanted() { [ -z "${ONLY:-}" ] || [ "$ONLY" = "$1" ]; }

# emulate BOARD OPTION...: mounts it on M as the root of all tools, sets a mode that is not the board's first, and saves
# that state as the one to be restored.
emulate() {
    mkdir -p M
    jetsim mount --board "$1" "${@:2}" M
    export WATTLINE_ROOT=$PWD/M
    # Twice, so that `pmode restore --last` finds this state, too.
    pmode set max/max/max/max && pmode set max/max/max/max && pmode save before.state || die "$1: no mode was set"
}

# same_state: waits until nobody changes the state (the hours are emulated) and compares it with the one that emulate saved. If
# they differ, it restores the saved one for the next case and returns 1.
same_state() {
    pmode hold --wait 10h -- pmode save now.state && cmp -s before.state now.state && return
    diff before.state now.state >&2
    pmode restore --wait 10h before.state
    return 1
}

# whole FILE: each of its lines ends with LF and has as many fields as the first. A file without a byte is whole, too.
whole() {
    [ ! -s "$1" ] || { [ -z "$(tail -c 1 "$1" | tr -d '\n')" ] && awk -F'\t' 'NR == 1 { n = NF } NF != n { bad = 1 } END { exit bad }' "$1"; }
}

# column FILE NAME: the values of a column of rows.
column() {
    awk -F'\t' -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } c { print $c }' "$1"
}
