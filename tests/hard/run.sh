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
# The longest first, because three run at a time: most of them wait for an emulated board.
if [ $# = 0 ]; then
    mapfile -t suites < <({ printf '%s\n' failing-calls races kills fuzz modes && basename -s .sh "$here"/*.sh; } | awk '$0 != "run" && !seen[$0]++')
    set -- "${suites[@]}"
fi

rows=$(mktemp -d)
trap 'rm -rf "$rows" "$page.new"' EXIT
run_suite() { # run_suite SUITE
    local start=$SECONDS status=0
    "$SRC/tests/in_scratch.sh" "$here/$1.sh" $quick >"$rows/$1" || { status=1 && echo "run.sh: $1: failed" >&2; }
    echo "run.sh: $1: $((SECONDS - start)) s" >&2
    return $status
}
export -f run_suite
export here quick rows
status=0
printf '%s\n' "$@" | xargs -P 3 -I SUITE bash -c 'run_suite SUITE' || status=1

table() {
    printf '| suite | subject | cases | rows lost | states not restored | wrong with exit status 0 |\n|---|---|---|---|---|---|\n'
    awk -F '\t' '{ printf "| %s | %s | %d | %d | %d | %d |\n", $1, $2, $3, $4, $5, $6
                   for (i = 3; i <= 6; i++) sum[i] += $i }
         END { printf "| all | | %d | %d | %d | %d |\n", sum[3], sum[4], sum[5], sum[6] }' "$rows"/*
}
table
if [ -n "$write" ]; then
    counts=$(table) awk '
        /^<!-- end of counts -->/ { inside = 0 }
        !inside { print }
        /^<!-- counts:/ { inside = 1; print ENVIRON["counts"] }' "$page" >"$page.new"
    mv "$page.new" "$page"
fi
exit $status
