#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every experiment of examples/ has a test and a row in docs/reproducing.md, and says what it needs and how it is run.
set -u
cd "$SRC" || exit 1
failed=0
say() { echo "$*"; failed=1; }
experiments=$(cd examples && grep -l '^#   examples/' -- * | grep -v '\.')
[ "$(wc -w <<<"$experiments")" -ge 15 ] || say "only these experiments were found: $experiments"
for name in $experiments; do
    script=examples/$name
    [ -x "$script" ] || say "$script: not executable"
    [ -e "tests/examples/$name.sh" ] || say "$script: no tests/examples/$name.sh"
    [ "$(grep -c "^#   examples/$name --quick .*-o out$" "$script")" = 1 ] || say "$script: its head shows no quick run into out"
    grep -q '^# Needs: .*\(Jetson\|trainstep\)' "$script" || say "$script: its head does not say what it needs"
    [ "$(wc -l <"$script")" -le 75 ] || say "$script: more than 75 lines"
    row=$(grep "^|.*\`$name\` |" docs/reproducing.md) || { say "docs/reproducing.md: no row of $name"; continue; }
    grep -qE '\| ([0-9]+|-) \| ([0-9.]+|-) \| (emulated|replayed|measured) \|$' <<<"$row" || say "docs/reproducing.md: $name: no times or source of rows"
    if grep -q each_medium "$script"; then rows=emulated; elif grep -qE "^emulated=(no|gpu)" "$script"; then rows=measured; else rows='*'; fi
    # shellcheck disable=SC2053
    [[ $row == *' '$rows' |' ]] || say "docs/reproducing.md: $name: its rows are $rows"
done
for name in $(grep -o '^|.*`[a-z-]*` |' docs/reproducing.md | sed 's/.*`\(.*\)` |/\1/'); do
    [ -x "examples/$name" ] || say "docs/reproducing.md: no examples/$name"
done
exit $failed
