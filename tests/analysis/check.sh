#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER [--newest]: runs the commands and the code of docs/analysis.md as they stand there, for `make check-analysis`.
# pandas, polars and DuckDB are installed into a virtual environment in FOLDER, in the versions of requirements.txt, or with
# --newest in the newest ones; R and SQLite are Debian's. Each program's code has at most six lines. The programs, and joules and
# mlr, give the same answers to six digits. In each table, the same columns are numbers, text or missing throughout, with as many
# rows and missing values as there are, also where 30,000 rows have NA before the first number, and where texts have quotation marks.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=${here%/tests/analysis}
page=$src/docs/analysis.md programs='pandas polars DuckDB R SQLite'
fail() { echo "check-analysis: FAILED: $*" >&2 && exit 1; }
mkdir -p "$1"
. "$src/tests/environment.bash"
make_environment "$here/requirements.txt" "$1/venv" "${2-}"
. "$src/tests/locales.bash"
scratch=$(mktemp -d) && cd "$scratch"
trap 'cd / && { fusermount3 -u -z "$scratch/board" 2>/dev/null || true; } && rm -rf "$scratch"' EXIT
SCRATCH=$scratch make_locales de_DE.UTF-8
export PYTHONDONTWRITEBYTECODE=1 POLARS_MAX_THREADS=2 LC_ALL=C

block() { # block SECTION [N]: the Nth block of code in a section of the page, by default the first one
    awk -v title="## $1" -v wanted="${2-1}" '
        /^## / { inside = $0 == title }
        inside && /^    / && !code { n++ }
        { code = /^    / }
        inside && code && n == wanted { print substr($0, 5) }' "$page"
}
reading() { block "$1" | sed '/SELECT/,$d; /^per_/,$d'; } # the lines before the first answer
commands() { # commands N: runs the Nth block of the rows; joules ends with 1 where it warns
    local line
    while IFS= read -r line; do
        eval "$line" 2>errors || [ $? = 1 ] || fail "$line: $(tail -n 5 errors)"
    done < <(block 'The rows' "$1")
}
sqlite_types() {
    local t c
    for t in energy profiles power; do
        for c in $(head -n 1 $t.tsv); do
            sqlite3 -tabs run.db "SELECT '$t', '$c', CASE WHEN count(NULLIF($c, 'NA')) = 0 THEN 'none'
                WHEN sum(typeof(NULLIF($c, 'NA')) = 'text') THEN 'text' ELSE 'number' END, sum($c = 'NA'), count(*) FROM $t"
        done
    done
}
run() { # run PROGRAM answers|types < lines of the page, where numbers have a decimal comma
    local LC_ALL=de_DE.UTF-8
    cat >code
    rm -f run.db
    case $1 in
    SQLite)
        bash -euc ". ./code" | tr '|' '\t'
        [ "$2" = answers ] || sqlite_types
        ;;
    R) Rscript --vanilla "$here/run.R" code "$2" ;;
    *) "$venv/bin/python" "$here/run.py" "$1" code "$2" ;;
    esac
}
true_types() {
    awk -F '\t' 'FNR == 1 { t = FILENAME; sub(/\.tsv/, "", t); n++; names[n] = t; width[n] = NF; for (i = 1; i <= NF; i++) column[n, i] = $i; next }
        { rows[n]++; for (i = 1; i <= NF; i++) if ($i == "NA") missing[n, i]++; else if ($i ~ /^-?[0-9]+(\.[0-9]+)?$/) numbers[n, i]++; else texts[n, i]++ }
        END { for (k = 1; k <= n; k++) for (i = 1; i <= width[k]; i++)
            printf "%s\t%s\t%s\t%d\t%d\n", names[k], column[k, i], texts[k, i] ? "text" : numbers[k, i] ? "number" : "none", missing[k, i], rows[k] }' \
        energy.tsv profiles.tsv power.tsv
}
in_order() { awk -F '\t' '{ $1 = $1 ~ "/" ? $1 : sprintf("%d", $1); print }' OFS='\t' | sort; }
same() { # same WANTED GOT: the rows of GOT have the values that WANTED has
    awk -F '\t' 'NR == FNR { want[$1] = $0; next }
        { n = split(want[$1], w); if (n != NF) bad = 1; for (i = 2; i <= NF; i++) if ((w[i] - $i) ^ 2 > (1e-6 * w[i]) ^ 2) bad = 1 }
        END { exit bad || !FNR }' "$1" "$2" || fail "$2: other answers than $1: $(diff "$1" "$2")"
}

commands 1
commands 2 >own
for program in $programs; do
    [ "$(block "$program" | wc -l)" -le 6 ] || fail "$program: more than six lines"
    block "$program" | run "$program" answers | in_order >"$program" || fail "$program"
    same pandas "$program" && same "$program" pandas
done
awk -v OFS='\t' '/^[0-9]+\t/ { print $1, $2 } /^[0-9]+c\// { print $1, $2, $3 }' own | in_order >joules-and-mlr
same pandas joules-and-mlr
[ "$(wc -l <joules-and-mlr)" -ge 6 ] || fail "not three epochs and three modes: $(cat joules-and-mlr)"
[ "$(grep -vc / pandas)" -ge 6 ] || fail "not three times: $(cat pandas)"

# Load rows in place of profiles, names of rails with quotation marks, and a late first number.
mkdir hostile && loadlog -i 100ms -n 20 -o hostile/profiles.tsv
awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "energy_j") first = i; print; next }
    { whole[++n] = $0; for (i = first; i < NF; i++) $i = "NA"; late[n] = $0 }
    END { for (round = 1; round <= 50; round++) for (i = 1; i <= n; i++) print late[i]; for (i = 1; i <= n; i++) print whole[i] }' \
    energy.tsv >hostile/energy.tsv
sed -e '2s/\t[A-Z][^\t]*/\t"GPU/' -e '3s/\t[A-Z][^\t]*/\t5" disk/' power.tsv >hostile/power.tsv
for folder in . hostile; do
    cd "$scratch/$folder" && true_types >true.types
    for program in $programs; do
        reading "$program" | run "$program" types >types || fail "$program"
        diff true.types types || fail "$program: other columns than there are in $folder"
    done
done
cd "$scratch"
for program in polars DuckDB; do
    { reading "$program" && block "$program" 2; } | run "$program" types >types || fail "$program"
    grep -q '^energy	loss	number	' types || fail "$program: loss is no number"
done

# An epoch without any energy.
mkdir missing && cp profiles.tsv power.tsv missing && cd missing
awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["epoch"] == 1 { $at["energy_j"] = "NA" } { print }' ../energy.tsv >energy.tsv
for program in $programs; do
    case $program in pandas | polars) sum='1 0.0' ;; DuckDB) sum='1 None' ;; SQLite) sum='1 ' ;; R) sum= ;; esac
    block "$program" | run "$program" answers >answers || fail "$program"
    [ "$(grep '^1	' answers | tr '\t' ' ')" = "$sum" ] || fail "$program: another sum of no energies: $(cat answers)"
done
cd "$scratch"
"$venv/bin/pip" list 2>/dev/null | awk '$1 ~ /^(pandas|polars|duckdb)$/ { printf "%s %s, ", $1, $2 }'
echo "R $(Rscript --vanilla -e 'cat(as.character(getRversion()))'), SQLite $(sqlite3 --version | cut -d ' ' -f 1): $(wc -l <pandas) answers and $(cat true.types hostile/true.types | wc -l) columns agree"
