#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Garbage for every parser under AddressSanitizer and UBSan: a minute of libFuzzer each, from the seeds of tests/fuzz/seeds.
# --quick replays the seeds and 2000 inputs made from them, always the same ones, in a program that needs no clang.
# A case is an input. A crash, a hang or a check of the target that fails is a wrong answer.
set -euo pipefail
# shellcheck source=tests/hard/counts.bash
. "$SRC/tests/hard/counts.bash"
seeds=$SRC/tests/fuzz/seeds
seconds=${SECONDS_EACH:-60}
mapfile -t targets < <(sed -n 's/^WATTLINE_FUZZ_TARGET(\(.*\))$/\1/p' "$SRC/tests/fuzz/targets.inc")
export ASAN_OPTIONS=allocator_may_return_null=0:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1

# Leaves the number of inputs in NAME.cases, and what went wrong in NAME.log if it fails.
replay() { # replay NAME
    timeout 300 "$BIN/../tests/fuzz_replay" "$seeds" 2000 "$1" >"$1.out" 2>"$1.log" && cut -f 2 "$1.out" >"$1.cases"
}
fuzz() { # fuzz NAME
    local length=4096 got=0
    case $1 in jpeg | cifar) length=8192 ;; esac
    mkdir "$1.corpus"
    "./build/$1" -max_total_time="$seconds" -max_len=$length -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$1." "$1.corpus" "$seeds/$1" >"$1.log" 2>&1 || got=$?
    sed -n 's/^stat::number_of_executed_units: *//p' "$1.log" >"$1.cases"
    return $got
}

run=replay
if [ -z "$quick" ]; then
    run=fuzz
    "$SRC/tests/fuzz/build.sh" "$PWD/build"
fi
export -f replay fuzz
export seeds seconds
printf '%s\n' "${targets[@]}" | xargs -P 2 -I NAME bash -c "$run NAME || touch NAME.failed"
for name in "${targets[@]}"; do
    cases=$(cat "$name.cases" 2>/dev/null || true)
    cases=${cases:-1}
    if [ -e "$name.failed" ]; then
        grep -m1 'ERROR: \|runtime error\|ALARM\|deadly signal\|seeds' "$name.log" >&2 || tail -n 5 "$name.log" >&2
        input=$(find . -maxdepth 1 -name "$name.crash*" -o -maxdepth 1 -name "$name.timeout*" -o -maxdepth 1 -name "$name.oom*" \
            -o -maxdepth 1 -name "$name.leak*" | head -n 1)
        be_wrong "$name: ${input:+$(base64 -w0 "$input" | head -c 4000)}"
    fi
    report "$name"
done
finish
