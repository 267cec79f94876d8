# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of examples/: a quick run on an emulated board, and what its results are asked for.
set -euo pipefail
fail() { echo "$*" && exit 1; }
quick() { # quick EXPERIMENT [OPTION...]: runs it into out, on board; its sentence says that the board is emulated
    "$SRC/examples/$1" --quick --board "${board-agx-orin}" -o out "${@:2}" >seen.txt || fail "$1: status $?: $(cat seen.txt)"
    grep -q '^Emulated [a-z-]*: [a-z].*\.$' out/seen.txt || fail "$1: no sentence: $(cat seen.txt)"
    [ ! -e out/board/proc ] || fail "$1: the board is still mounted"
}
holds() { # holds FILE PROGRAM: awk over rows, as in examples/common.bash; its last line must be yes
    local answer
    answer=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } function v(name) { return $at[name] }'"$2" "$1")
    [ "${answer##*$'\n'}" = yes ] || fail "$1: $answer: $(cat "$1")"
}
pictures() { # pictures FILE...: they are whole, and say that their rows are emulated
    local picture
    for picture; do
        grep -q '^</svg>' "$picture" || fail "$picture: not whole"
        grep -q '>\(replayed, \)*emulated<' "$picture" || fail "$picture: does not say emulated"
    done
}
