#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# gate.sh [--write]: how long make demo, then make check, take in an empty clone, and .ci/run in another one, beside the times
# that they may take on two cores. The packages are installed, and the first compiles with an empty ccache. --write puts
# the rows into CONTRIBUTING.md. Only an idle machine is measured. 1 when a time is over its bar.
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../examples/start.bash"
case ${1-} in --write) ;; *) arguments 0 "$@" ;; esac
cd "$(dirname "$0")/.."
busy=$(awk -v cores="$(nproc)" '$1 > cores / 4 { print $1 }' /proc/loadavg)
[ -z "$busy" ] || { echo "gate.sh: the load average is $busy: wait until the machine is idle" >&2 && exit 75; }
work=$(mktemp -d "${TMPDIR:-/tmp}/wattline-gate.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # some tests run programs as another user
export CCACHE_DIR=$work/ccache
cmake/deps.sh build test demo check-kernel
git clone -q . "$work/one" && git clone -q . "$work/two"

row() { # row FOLDER MINUTES COMMAND...
    local begin=$SECONDS took result=
    (cd "$work/$1" && "${@:3}") >"$work/log" 2>&1 </dev/null || { tail -n 30 "$work/log" >&2 && result=', failed'; }
    took=$((SECONDS - begin))
    [ -n "$result" ] || [ $took -le $(($2 * 60)) ] || result=', over its bar'
    printf '| `%s` | %d | %d min %d s%s |\n' "${*:3}" "$2" $((took / 60)) $((took % 60)) "$result"
}
{
    printf '| command | bar, min | took |\n|---|---|---|\n'
    row one 6 make demo
    row one 11 make check
    row two 20 .ci/run
    printf '\nMeasured on %s at %s with %s cores.\n' "$(date -u +%F)" "$(git rev-parse --short=9 HEAD)" "$(nproc)"
} | tee "$work/rows"
if [ -n "${1-}" ]; then
    awk -v rows="$work/rows" '
        /^<!-- end of bars/ { inside = 0 }
        !inside { print }
        /^<!-- bars:/ { inside = 1; while ((getline row <rows) > 0) print row }' CONTRIBUTING.md >"$work/page"
    cat "$work/page" >CONTRIBUTING.md
fi
! grep -q -e failed -e 'over its bar' "$work/rows"
