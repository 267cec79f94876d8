#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sanitized.sh [address|thread] [CTEST-OPTION...]: builds the project in build-address with AddressSanitizer and UBSan, or
# in build-thread with ThreadSanitizer, and runs the tests. Reports go to files, and any of them fails the run, because a
# test may ignore the standard error of a program, or expect a status other than 0.
set -euo pipefail
cd "$(dirname "$0")/.."
src=$PWD kind=${1:-address}
[ $# = 0 ] || shift
build=$src/build-$kind
case $kind in
address) sanitizers=address,undefined faults='use-after-free leak overflow' ;;
thread) sanitizers=thread faults=race ;;
*) echo "sanitized.sh: $kind: not known; choose address or thread" >&2 && exit 64 ;;
esac

# Not run:
# - repo/ judges the sources, and browser/ a page.
# - hard/fuzz runs a program that always has sanitizers.
# - hard/endurance bounds the memory of the tools, and sanitizers need much more of it.
# - hard/failing-calls and two more let the k-th system call or allocation of a tool fail, and sanitizers make some of
#   their own.
# - live/pmode-ends allows a tool seven open files, and UBSan opens some of its own.
# - examples/workers-and-media expects decoding to be fast beside a disk.
# - The cases of cli/ limit the address space, of which sanitizers reserve terabytes.
left_out='^(repo|browser)/|^hard/(fuzz|endurance|failing-calls)$|^live/pm(ode-ends|sweep-unreadable)$|^examples/workers-and-media$|^cli/(pmsweep/resume-unread|dsgen/refused-thread|trainstep/out-of-memory.*)$'

reports=$(mktemp -d "${TMPDIR:-/tmp}/wattline-reports.XXXXXX")
trap 'rm -rf "$reports"' EXIT
chmod 1777 "$reports"  # some tests run programs as another user
common=exitcode=99:log_path=$reports/report
export ASAN_OPTIONS=$common:handle_abort=1:verify_asan_link_order=0  # libraries are preloaded
# GCC's UBSan itself prints to standard error alone, in spite of log_path: AddressSanitizer reports that it aborts.
export UBSAN_OPTIONS=$common:abort_on_error=1:print_stacktrace=1
# jetsim starts threads after it has forked itself into the background.
export TSAN_OPTIONS=$common:handle_abort=1:die_after_fork=0:suppressions=$src/tests/fixtures/threads.supp

compile() { "${CXX:-c++}" -g -O1 "tests/fixtures/$1.cpp" -o "$reports/$1" "${@:2}"; }
compile kernel_mlock -shared -fPIC
# Random addresses may collide with those of the shadow memory.
run() { setarch --addr-no-randomize env "LD_PRELOAD=$reports/kernel_mlock" "$@"; }
reported() { [ -n "$(find "$reports" -name 'report.*')" ]; }

# Planted faults must be reported in spite of what a test may ignore.
compile planted_faults -fsanitize=$sanitizers -fno-sanitize-recover=all -pthread
for fault in $faults; do
    run "$reports/planted_faults" "$fault" 2>/dev/null || true
    reported || { echo "sanitized.sh: the planted $fault was not reported" >&2; exit 70; }
    rm "$reports"/report.*
done

cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1 -D_GLIBCXX_ASSERTIONS" \
    -DBUILD_TESTING=ON -DCMAKE_UNITY_BUILD=OFF -DWATTLINE_SANITIZE=$sanitizers
jobs=$(cmake/jobs.sh)
cmake --build "$build" -j "$jobs"
status=0
(cd "$build" && run ctest --output-on-failure --no-tests=error -j "$jobs" -E "$left_out" "$@") || status=$?
if reported; then
    trap - EXIT
    cat "$reports"/report.*
    echo "sanitized.sh: the reports above are in $reports" >&2
    exit 1
fi
exit $status
