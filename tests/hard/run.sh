#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [--quick] [--write] [SUITE...]: runs the suites of hostile cases, all of them by default, and prints one table of
# their counts. With --write the table also replaces the one in docs/reliability.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export SRC=${SRC:-$(cd "$here/../.." && pwd)}
export BIN=${BIN:-$SRC/build/bin} LC_ALL=C TZ=UTC
page=$SRC/docs/reliability.md
quick='' write=''
while [[ ${1:-} == --* ]]; do
    case $1 in
    --quick) quick=--quick ;;
    --write) write=yes ;;
    *) echo "run.sh: unknown option $1" >&2 && exit 64 ;;
    esac
    shift
done
if [ $# = 0 ]; then
    for script in "$here"/*.sh; do
        suite=$(basename "$script" .sh)
        [ "$suite" = run ] || set -- "$@" "$suite"
    done
fi

rows=$(mktemp)
trap 'rm -f "$rows" "$page.new"' EXIT
status=0
for suite in "$@"; do
    start=$SECONDS
    "$SRC/tests/in_scratch.sh" "$here/$suite.sh" $quick >>"$rows" || { status=1 && echo "run.sh: $suite: failed" >&2; }
    echo "run.sh: $suite: $((SECONDS - start)) s" >&2
done

table() {
    printf '| suite | subject | cases | rows lost | states not restored | wrong with exit status 0 |\n|---|---|---|---|---|---|\n'
    awk -F '\t' '{ printf "| %s | %s | %d | %d | %d | %d |\n", $1, $2, $3, $4, $5, $6
                   for (i = 3; i <= 6; i++) sum[i] += $i }
         END { printf "| all | | %d | %d | %d | %d |\n", sum[3], sum[4], sum[5], sum[6] }' "$rows"
}
table
if [ -n "$write" ]; then
    table >"$rows.table"
    awk -v table="$rows.table" '
        /^<!-- end of counts -->/ { inside = 0 }
        !inside { print }
        /^<!-- counts:/ { inside = 1; while ((getline line < table) > 0) print line }' "$page" >"$page.new"
    mv "$page.new" "$page"
    rm -f "$rows.table"
fi
exit $status
