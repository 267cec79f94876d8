#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# all.sh [SUITE...]: what `make check-all` runs: every suite that `make check` leaves out, one after the other, each with a
# time limit, and the next one after a failure. Each writes its row into the table of docs/reliability.md as it ends; the rows
# of suites that are not run stay. Logs are in build/check-all. 1 when a suite failed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
page=docs/reliability.md logs=${BUILD:-build}/check-all
# SUITE LIMIT: make SUITE, and the seconds that it may take on two cores. check-device needs a board.
suites='lint 3600
check-examples 3600
check-locale 3600
check-kernel 2400
fuzz 1800
check-report 1800
check-servers 2400
check-frameworks 3600
check-torch 7200
check-llm 3600
check-analysis 3600
check-peers 3600
check-dist 3600
check-deb 3600
check-hard 7200
check-sanitized 14400
check-distros 14400'
limit_of() { awk -v suite="$1" '$1 == suite { print $2 }' <<<"$suites"; }
[ $# != 0 ] || { mapfile -t names < <(cut -d ' ' -f 1 <<<"$suites") && set -- "${names[@]}"; }
for suite in "$@"; do
    [ -n "$(limit_of "$suite")" ] || { echo "check-all: $suite: not known; one of: $(cut -d ' ' -f 1 <<<"$suites" | paste -sd ' ')" >&2 && exit 64; }
done
grep -q '^<!-- suites:' "$page" || { echo "check-all: $page: no table of suites" >&2 && exit 65; }
mkdir -p "$logs"

commit() { # without what this script writes itself
    git rev-parse --short=9 HEAD | tr -d '\n'
    git diff --quiet HEAD -- . ":!$page" && echo || echo ' with changes'
}
write_row() { # write_row SUITE ROW: in place of the earlier row, in the order of the suites
    { awk -v old="| $1 |" '/^<!-- suites:/ { inside = 1; next } /^<!-- end of suites/ { inside = 0 }
        inside && /^\| [a-z]/ && !/^\| suite / && index($0, old) != 1' "$page" && echo "$2"; } |
        awk -v order="$(cut -d ' ' -f 1 <<<"$suites" | paste -sd ' ')" '
            { row[$2] = $0 }
            END { n = split(order, name, " "); for (i = 1; i <= n; i++) if (name[i] in row) print row[name[i]] }' >"$logs/rows"
    awk -v rows="$logs/rows" '
        /^<!-- end of suites/ { inside = 0 }
        !inside { print }
        /^<!-- suites:/ { inside = 1
            print "| suite | result | date | time | commit |\n|---|---|---|---|---|"
            while ((getline row <rows) > 0) print row }' "$page" >"$logs/page" && cat "$logs/page" >"$page"
}
failed=0
for suite in "$@"; do
    begin=$SECONDS status=0 at=$(commit)
    echo "check-all: make $suite (log: $logs/$suite.log)" >&2
    timeout --kill-after=60 "$(limit_of "$suite")" "${MAKE:-make}" "$suite" >"$logs/$suite.log" 2>&1 </dev/null || status=$?
    took=$((SECONDS - begin))
    case $status in
    0) result=passed ;;
    124 | 137) result="over its limit of $(limit_of "$suite") s" failed=1 ;;
    *) result="failed (status $status)" failed=1 && tail -n 30 "$logs/$suite.log" >&2 ;;
    esac
    echo "check-all: $suite: $result after $took s" >&2
    write_row "$suite" "| $suite | $result | $(date -u +%F) | $((took / 60)) min $((took % 60)) s | $at |"
done
exit $failed
