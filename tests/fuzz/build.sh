#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# build.sh FOLDER: compiles the fuzz targets of targets.inc into FOLDER/NAME, with libFuzzer, AddressSanitizer and UBSan.
set -euo pipefail
src=$(cd "$(dirname "$0")/../.." && pwd)
out=$1
command -v clang++ >/dev/null || { echo "fuzz: needs clang++ (apt-get install clang)" >&2; exit 69; }
ccache=$(command -v ccache || true)
export ccache
mkdir -p "$out/generated" "$out/objects"
printf '%s\n' -std=c++17 -g1 -O1 -fno-sanitize-recover=undefined -DFMT_HEADER_ONLY -DSPDLOG_FMT_EXTERNAL \
    -isystem /usr/include/eigen3 "-I$src/lib" "-I$src/tools" "-I$out/generated" >"$out/flags"
sed "s/@WATTLINE_VERSION@/fuzzed/" "$src/cmake/version.hpp.in" >"$out/generated/version.hpp"

cd "$src"
find lib/{base,io,cli,model,platform/{board,mode}} -name '*.cpp' >"$out/sources"
printf '%s\n' lib/platform/load/{tegrastats*,logged_line}.cpp tools/pmpredict/{model_file,rows}.cpp \
    tools/trainstep/data/{cifar10,decode_image,filter_taps,image,jpeg,jpeg_plugin,minibatch,mnist,npy,orientation,png,prepare_image,resize,view}.cpp >>"$out/sources"
compile() { # compile OUT SOURCE
    $ccache clang++ "@$1/flags" -fsanitize=fuzzer-no-link,address,undefined -c "$2" -o "$1/objects/${2//\//_}.o"
}
link() { # link OUT NAME
    clang++ "@$1/flags" -fsanitize=fuzzer,address,undefined "tests/fuzz/$2.cpp" "$1/parsers.a" -ljpeg -lpng -lboost_filesystem \
        -lboost_system -lpthread -ldl -o "$1/$2"
}
export -f compile link
xargs -P "$(nproc)" -I SOURCE bash -c 'compile "$0" "$1"' "$out" SOURCE <"$out/sources"
ar rcs "$out/parsers.a" "$out"/objects/*.o
sed -n 's/^WATTLINE_FUZZ_TARGET(\(.*\))$/\1/p' tests/fuzz/targets.inc |
    xargs -P "$(nproc)" -I NAME bash -c 'link "$0" "$1"' "$out" NAME
