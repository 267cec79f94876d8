#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER [--newest] [--write]: other people's power tools from PyPI, three scripts such as laboratories write, and btop
# and nvtop where they are installed, unmodified in `jetsim run` on emulated boards, for `make check-peers`. The packages are
# installed into virtual environments in FOLDER, in the versions of requirements.txt, or with --newest in the newest ones. On each
# board, all measure the same emulated training at the same time. The ratio of each one's joules to those of the ledger, or what
# it says where it fails, must be that of expected.tsv. --write puts the table into docs/peers.md. Settings: BOARDS, SECONDS_EACH.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=${here%/tests/peers} venvs=$1 newest='' write=''
shift
for option in "$@"; do
    case $option in --newest) newest=-newest ;; --write) write=1 ;; *) echo "check.sh: unknown option $option" >&2 && exit 64 ;; esac
done
fail() { echo "check-peers: FAILED: $*" >&2 && exit 1; }
[ -z "$write" ] || [ -z "${BOARDS-}" ] || fail "--write takes all boards: leave out BOARDS"
mkdir -p "$venvs"
venvs=$(cd "$venvs" && pwd)
. "$src/tests/environment.bash"
for name in requirements requirements-older; do
    make_environment "$here/$name.txt" "$venvs/$name" $newest
done
scratch=$(mktemp -d) && cd "$scratch"
trap 'rm -rf "$scratch"' EXIT

screens=()
for name in btop nvtop; do ! command -v $name >/dev/null || screens+=("$name"); done
measure() { # measure BOARD VENV PROGRAM...: appends rows; no program reaches the network
    local folder=$1-$2 status=0
    mkdir "$folder"
    (cd "$folder" && jetsim run --board "$1" -- unshare --map-root-user --mount --net \
        "$here/on_board.sh" "$venvs/$2$newest/bin/python" "${SECONDS_EACH:-10}" "${@:3}") >rows 2>errors || status=$?
    [ $status = 0 ] || fail "$1: $(tail -n 20 rows errors "$folder/service.txt")"
    sed "s/^/$1	/" rows | tee -a table.tsv
}
for board in ${BOARDS:-agx-orin agx-orin-r36 orin-nx orin-nano-r35 agx-xavier xavier-nx-r32 nano thor}; do
    measure "$board" requirements jtop lab-jtop zeus codecarbon carbontracker pyJoules perun eco2ai jetsontools jwatch lab-tegrastats \
        lab-sysfs "${screens[@]}"
    measure "$board" requirements-older jetson-stats-node-exporter 'eco2ai, pandas 2'
done

# The first line of expected.tsv whose program and board match says between which ratios, or with which words, a row is right.
awk -F'\t' '
    NR == FNR { if ($1 !~ /^#/) { program[++n] = $1; board[n] = $2; low[n] = $3; high[n] = $4; text[n] = $5 } next }
    {
        for (i = 1; i <= n; i++) if ($2 == program[i] && $1 ~ "^(" board[i] ")$") break
        if (i > n) { print "not expected: " $0; bad = 1; next }
        right = low[i] == "NA" ? $8 == "NA" && index($5, text[i]) : $8 != "NA" && $8 >= low[i] && $8 <= high[i] && index($5, text[i])
        if (!right) { print $1 ", " $2 ": ratio " $8 " of \"" $5 "\", not " low[i] " to " high[i] " with \"" text[i] "\""; bad = 1 }
    }
    END { exit bad }' "$here/expected.tsv" table.tsv >wrong || fail "$(cat wrong)"
cp table.tsv "$venvs/peers$newest.tsv"
echo "check-peers: $(wc -l <table.tsv) rows as expected"

[ -n "$write" ] || exit 0
{
    echo "Made by \`make check-peers PEERS=--write\` on $(date -u +%F), with Python $(python3 -c 'import platform; print(platform.python_version())')."
    echo
    # What a program says on every board is one row.
    echo "| board | program | version | rails that it sees | its total | joules | jetsim's ledger | ratio |"
    echo "| --- | --- | --- | --- | --- | ---: | ---: | ---: |"
    awk -F'\t' -v OFS=' | ' '
        { key = $2 FS $5; $1 = $1; row[NR] = "| " $0 " |"; of[NR] = key; boards[$1] = 1 }
        $8 == "NA" { failed[key]++ }
        END {
            all = length(boards)
            for (i = 1; i <= NR; i++) if (failed[of[i]] != all) print row[i]
            for (i = 1; i <= NR; i++) if (failed[of[i]] == all && !shown[of[i]]++) { sub(/[^|]*[|][^|]*[|]/, "| all | ", row[i]); print row[i] }
        }' table.tsv | tr -s ' '
} >table.md
awk -v table=table.md '
    /^<!-- end of releases/ { inside = 0 }
    !inside { print }
    /^<!-- releases:/ { inside = 1; while ((getline row <table) > 0) print row }' "$src/docs/peers.md" >page
cat page >"$src/docs/peers.md"
