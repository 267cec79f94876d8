#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A file's name says which part it is: no two files under lib/ and tools/ have the same name, unless they are the same
# part of different tools: main, options, rows, summary, or a subcommand. A public type has a name of its own, too: no two
# headers declare one of the same name at namespace level.
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

# The same part of different tools: their options, and the row of their summary.
same_type='^(Options|SummaryRow)$'

# NAME FILE of each type that the headers declare at namespace level; forward declarations declare nothing new.
find lib tools -name '*.hpp' -exec awk '
    /^(class|struct|enum|enum class|enum struct|union) [A-Za-z_]/ && !/;$/ || /^(class|struct|enum|union) .*};/ ||
    /^using [A-Za-z_]+ =/ {
        sub(/^(enum class|enum struct|[a-z]+) /, "")
        sub(/[^A-Za-z0-9_].*/, "")
        print $0, FILENAME
    }' {} + | awk -v allowed="$same_type" '
    $1 ~ allowed { next }
    { files[$1] = files[$1] " " $2; count[$1]++ }
    END { for (name in files) if (count[name] > 1) print name ":" files[name] }' | sort >"$SCRATCH/types"
if [ -s "$SCRATCH/types" ]; then
    sed 's/^/the same name for different types: /' "$SCRATCH/types"
    failed=1
fi
exit $failed
