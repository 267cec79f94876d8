#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every tool has a linted man page, and every long option of its --help stands in it or in a page TOOL-*, the page's in the help;
# every column of --list-columns stands in their FIELDS; every board and workload of jetsim in its pages. Pages refer only to
# pages that exist, and none has more than 500 lines.
set -u
cd "$SRC" || exit 1
failed=0
say() { echo "$*"; failed=1; }
has() { grep -qE -- "$1" "$2"; }

helps() { # the help of a tool and of all its subcommands
    "$BIN/$1" --help
    "$BIN/$1" --help | sed -n '/^Subcommands:/,/^[A-Z].*:$/{s/^  \([a-z][a-z-]*\) .*/\1/p;s/^  \([a-z][a-z-]*\)$/\1/p}' |
        while read -r subcommand; do "$BIN/$1" "$subcommand" --help; done
}

mandoc -T lint -W warning man/*.[17] || failed=1
wc -l man/*.[17] | awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines: give a subject a page of its own"; long = 1 } END { exit long }' || failed=1
# groff takes a word such as An for a macro, and then drops the rest of the page: write \&An.
grep -nE '^\.%. (A[cdnopqrt]|B[cfkloqstx]|C[dm]|D[1bcdloqtvx]|E[cdfklmnorsv]|F[acdlnortx]|Hf|I[cnt]|L[bikpst]|M[st]|N[dmosx]|O[copstux]|P[acfopq]|Q[cloq]|R[esv]|S[chmoqstxy]|T[an]|U[dtx]|V[at]|X[cor]) ' man/*.[17] && failed=1
for data in share/boards/*.tsv share/boards/workloads/*.tsv; do
    cat man/jetsim*.1 | grep -qE "(^|[ .])$(basename "$data" .tsv)([ ,.]|$)" || say "man/jetsim*.1: no $data"
done
for page in $(sed -n 's/^\.\(It \)\{0,1\}Xr \([a-z-]*\) \([17]\).*/\2.\3/p' man/*.[17] | sort -u); do
    [ ! -d "tools/${page%%[.-]*}" ] && [ "${page#wattline}" = "$page" ] || [ -e "man/$page" ] || say "man: no $page, which a page refers to"
done
for program in "$BIN"/*; do
    tool=$(basename "$program")
    [ -d "tools/$tool" ] || continue
    page=man/$tool.1
    [ -e "$page" ] || { say "$tool: no man page"; continue; }
    # A subcommand or a subject may have a page of its own, such as powerlog-import(1).
    find man -name "$tool.1" -o -name "$tool-*.[17]" | sort | xargs sed -e 's/\\-/-/g' >"$SCRATCH/page"
    helps "$tool" >"$SCRATCH/help"
    for option in $(grep -oE -- '--[a-z][a-z0-9-]+' "$SCRATCH/help" | sort -u); do
        name=${option#--}
        has "Fl (-)?-?$name\b|--$name\b" "$SCRATCH/page" || case $name in
        help | version | verbose | quiet | root | tag | format | list-columns | append | columns | no-header | output)
            has "$name" man/wattline.7 || say "wattline(7): no $option"
            ;;
        *) say "$page: no $option" ;;
        esac
    done
    for option in $(sed -n 's/^\.It //p' "$SCRATCH/page" | grep -oE -- 'Fl -[a-z][a-z0-9-]+' | sed 's/Fl /-/' | sort -u); do
        has "$option\b" "$SCRATCH/help" || say "$page: $tool has no $option"
    done
    if "$BIN/$tool" --help | grep -q -- --list-columns; then
        for column in $("$BIN/$tool" --list-columns | awk -F'\t' 'NR > 1 { print $2 }' | sort -u); do
            grep -qF -- "$column" "$SCRATCH/page" man/wattline-rows.7 man/wattline-steps.7 || say "$page: no column $column"
        done
    fi
done
awk -f man/cheatsheet.awk man/wattline-examples.7 | diff - docs/cheatsheet.md ||
    say "docs/cheatsheet.md: other than man/wattline-examples.7: awk -f man/cheatsheet.awk man/wattline-examples.7 > docs/cheatsheet.md"
exit $failed
