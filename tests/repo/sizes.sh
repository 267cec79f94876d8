#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# No file is longer than 300 lines, no function longer than 60. As clang-format lays code out, a closing brace has the
# indentation of the line that its function begins with, and no line between them has.
set -u
cd "$SRC" || exit 1
find lib tools tests bench cmake examples -type f \( -name '*.[ch]pp' -o -name '*.sh' -o -name '*.bash' -o -name '*.py' \
    -o -name CMakeLists.txt \) >"$SCRATCH/files"
[ -s "$SCRATCH/files" ] || { echo "no files were found"; exit 1; }
tr '\n' '\0' <"$SCRATCH/files" | xargs -0 awk '
    FNR == 301 { print FILENAME ": longer than 300 lines"; failed = 1 }
    FILENAME !~ /\.[ch]pp$/ || /^ *$/ || /^#/ { next }
    { indent = match($0, /[^ ]/) - 1 }
    FNR == 1 { delete first }
    /^ *\}/ && indent in first && opening[indent] !~ /^ *(namespace|class|struct|union|enum)|= \{$/ &&
        FNR - first[indent] >= 60 {
        print FILENAME ":" first[indent] ": " FNR - first[indent] + 1 " lines in " opening[indent]
        failed = 1
    }
    { for (deeper in first) if (deeper + 0 > indent) delete first[deeper]; first[indent] = FNR; opening[indent] = $0 }
    END { exit failed }'
