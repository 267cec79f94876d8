#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A file's name says which part it is: no two files under lib/ and tools/ have the same name, unless they are the same
# part of different tools: main, options, rows, summary, or a subcommand.
set -u
cd "$SRC" || exit 1
same_part='^(main|options|rows|summary)\.[ch]pp$|^CMakeLists\.txt$'

is_subcommand() { # is_subcommand FILE: the subcommand that it is named after is defined in it or in the tool's own file
    local stem=${1##*/} folder=${1%/*}
    stem=${stem%.*}
    grep -qs "subcommand(\"$stem\"" "${1%.*}.cpp" || grep -qs "(shared, \"$stem\"," "$folder/${folder##*/}.cpp"
}

find lib tools -type f | awk -F/ -v allowed="$same_part" '
    $NF ~ allowed { next }
    { files[$NF] = files[$NF] " " $0; count[$NF]++ }
    END { for (name in files) if (count[name] > 1) print files[name] }' | sort >"$SCRATCH/shared"
failed=0
while read -ra files; do
    for file in "${files[@]}"; do
        case $file in tools/*) is_subcommand "$file" && continue ;; esac
        echo "the same name for different parts: ${files[*]}"
        failed=1
        break
    done
done <"$SCRATCH/shared"
exit $failed
