#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes the parser of vendor mode files for a minute (SECONDS_EACH) under AddressSanitizer and UBSan, then takes a
# bounds check out of a copy of it and demands that the same fuzzer finds that within the same time.
set -euo pipefail
src=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${SECONDS_EACH:-60}
command -v clang++ >/dev/null || { echo "make fuzz: needs clang++ (apt-get install clang)"; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2054 # the commas belong to one flag
flags=(-std=c++17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -DFMT_HEADER_ONLY -I"$src/lib" -I"$work")
sed "s/@WATTLINE_VERSION@/fuzzed/" "$src/cmake/version.hpp.in" >"$work/version.hpp"
mapfile -t sources < <(find "$src"/lib/{base,io,platform/{board,mode}} -name '*.cpp' ! -name nvpmodel_conf.cpp)
sources+=("$src/tests/fuzz/nvpmodel_conf.cpp")

mkdir "$work/objects"
printf '%s\n' "${sources[@]}" | (cd "$work/objects" && xargs -P "$(nproc)" -n 1 clang++ "${flags[@]}" -c)
build() { # PARSER OUTPUT
    clang++ "${flags[@]}" "$work"/objects/*.o "$1" -lboost_filesystem -lboost_system -lpthread -ldl -o "$2"
}
fuzz() { # PROGRAM: a run over the test files and what the fuzzer makes of them
    mkdir -p "$work/corpus"
    cp "$src"/tests/fixtures/nvpmodel/*.conf "$work/corpus"
    (cd "$work" && "$1" -max_total_time="$seconds" -max_len=4096 -dict="$src/tests/fuzz/nvpmodel_conf.dict" -print_final_stats=1 corpus)
}

build "$src/lib/platform/mode/nvpmodel_conf.cpp" "$work/sound"
fuzz "$work/sound" >"$work/sound.log" 2>&1 || { tail -40 "$work/sound.log"; echo "fuzz: nvpmodel_conf failed"; exit 1; }
grep number_of_executed_units "$work/sound.log"

sed '/words.size() != 3/d' "$src/lib/platform/mode/nvpmodel_conf.cpp" >"$work/planted.cpp"
if cmp -s "$work/planted.cpp" "$src/lib/platform/mode/nvpmodel_conf.cpp"; then echo "fuzz: nothing was planted"; exit 1; fi
build "$work/planted.cpp" "$work/planted"
if fuzz "$work/planted" >"$work/planted.log" 2>&1; then echo "fuzz: the planted bug was not found"; exit 1; fi
grep -m1 'ERROR: \|runtime error' "$work/planted.log"
echo "fuzz: $seconds s clean, and the planted bug found"
