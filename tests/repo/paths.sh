#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every file and folder that README, ARCHITECTURE and CONTRIBUTING name is there: links, and words in backquotes such as
# `lib/io`, `io/tsv` (a file of lib/ or tools/, without its suffix) or `tools/T/rows.*` (T is any tool, NAME any name).
set -u
cd "$SRC" || exit 1
shopt -s nullglob
folders=$(find lib tools -mindepth 1 -maxdepth 1 -type d -printf '%f|')
tops=$(find . -mindepth 1 -maxdepth 1 -type d -printf '%f|')

links() { grep -oE '\]\([^)#: ]+\)' "$1" | sed 's/^](//; s/)$//'; }
words() { # words DOCUMENT PREFIXES: what stands in backquotes and begins with one of these folders
    # shellcheck disable=SC2016  # backquotes are meant
    grep -oE '`[^` ]+`' "$1" | tr -d '`' | grep -E "^(${2%|})/[^$]*$" | sed -E 's,/T(/|$),/*\1,; s,NAME,*,'
}
exists() { # exists PATTERN ...
    local found=()
    for pattern in "$@"; do
        # shellcheck disable=SC2206  # the pattern is to be expanded
        found+=($pattern)
    done
    for path in "${found[@]}"; do [ -e "$path" ] && return 0; done
    return 1
}

failed=0
checked=0
check() { # check DOCUMENT WORD PATTERN ...
    checked=$((checked + 1))
    exists "${@:3}" && return
    echo "$1: no $2"
    failed=1
}
for document in README.md ARCHITECTURE.md CONTRIBUTING.md; do
    for word in $(links "$document") $(words "$document" "$tops"); do check "$document" "$word" "$word"; done
    for word in $(words "$document" "$folders"); do check "$document" "$word" "lib/$word*" "tools/$word*"; done
done
while read -r folder; do
    check ARCHITECTURE.md "$folder" "lib/platform/$folder" "tools/jetsim/$folder"
done < <(sed -n 's,^| .\([a-z]*/\). |.*,\1,p' ARCHITECTURE.md)
[ "$checked" -gt 50 ] || { echo "only $checked paths were found in the documents"; failed=1; }
exit $failed
