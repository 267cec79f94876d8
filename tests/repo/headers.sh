#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A header includes what it uses: the standard header of each std name in it. That each compiles by itself is shown by
# the build (tests/CMakeLists.txt).
set -u
cd "$SRC" || exit 1
find lib tools -name '*.hpp' -print0 | xargs -0 awk '
    function homes(header, names,    list, i) {
        split(names, list, " ")
        for (i in list) home[list[i]] = header
    }
    function report(    name) {
        for (name in used) {
            if (included[home[name]] || (home[name] ~ /stream$/ && included["iosfwd"])) continue
            print file ": std::" name " without <" home[name] ">"
            failed = 1
        }
        split("", used)
        split("", included)
    }
    BEGIN {
        split("array atomic condition_variable deque initializer_list map optional queue set string string_view thread " \
              "tuple unordered_map unordered_set variant vector ostream istream chrono", own, " ")
        for (i in own) home[own[i]] = own[i]
        homes("cstdint", "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t")
        homes("functional", "function reference_wrapper hash")
        homes("memory", "unique_ptr shared_ptr weak_ptr make_unique make_shared")
        homes("mutex", "mutex lock_guard unique_lock")
        homes("optional", "nullopt")
        homes("string", "to_string")
        homes("utility", "pair move exchange forward")
        homes("variant", "monostate visit")
        homes("limits", "numeric_limits")
        homes("exception", "exception_ptr")
        homes("stdexcept", "runtime_error")
        homes("cmath", "sqrt exp log pow isnan isfinite abs")
        homes("algorithm", "min max sort clamp find_if any_of all_of")
    }
    FNR == 1 { report(); file = FILENAME }
    /^#include </ { header = $2; gsub(/[<>]/, "", header); included[header] = 1; next }
    {
        sub(/\/\/.*/, "")
        while (match($0, /std::[a-z_0-9]+/)) {
            name = substr($0, RSTART + 5, RLENGTH - 5)
            if (name in home) used[name] = 1
            $0 = substr($0, RSTART + RLENGTH)
        }
    }
    END { report(); exit failed }' | sort >"$SCRATCH/missing"
cat "$SCRATCH/missing"
[ ! -s "$SCRATCH/missing" ]
