# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of examples/: a quick run, as the head of the experiment shows it, and what its results are asked for.
set -euo pipefail
. "$SRC/examples/common.bash" # see()
fail() { echo "$*" && exit 1; }
quick() { # quick EXPERIMENT: the command that its head shows, into out; its sentence says so if a board is emulated
    local command
    read -ra command < <(sed -n 's/^#   examples\///p' "$SRC/examples/$1")
    board=$(sed -n 's/.*--board \([^ ]*\).*/\1/p' <<<"${command[*]}")
    "$SRC/examples/${command[0]}" "${command[@]:1}" >seen.txt || fail "$1: status $?: $(cat seen.txt)"
    grep -q "^${board:+Emulated [a-z-]*: }[a-z].*\.\$" out/seen.txt || fail "$1: no sentence: $(cat seen.txt)"
    [ ! -e out/board/proc ] || fail "$1: the board is still mounted"
}
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
holds() { # holds FILE PROGRAM: what see prints; its last line must be yes
    local answer
    answer=$(see "$1" "$2")
    [ "${answer##*$'\n'}" = yes ] || fail "$1: $answer: $(cat "$1")"
}
pictures() { # pictures FILE...: they are whole, and say that their rows are emulated or replayed if they are
    local picture says
    for picture; do
        grep -q '^</svg>' "$picture" || fail "$picture: not whole"
        grep -q '>\(replayed\|emulated\|replayed, emulated\)<' "$picture" && says=1 || says=''
        [ -n "$says" ] || [ -z "$board" ] || fail "$picture: does not say that its rows were not measured"
        [ -z "$says" ] || [ -n "$board" ] || fail "$picture: says that its rows were not measured"
    done
}
