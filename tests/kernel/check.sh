#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh: what `make check-kernel` runs. Boots Debian's arm64 kernel with real cpufreq, devfreq, ina3221, BPMP and GPIO
# drivers in QEMU and tests there, cross-built: the contract list, pmode and powerlog, unit tests. Exit status of the tests.
# WATTLINE_KERNEL_CACHE (default build/kernel) keeps packages, modules and the cross build.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
cache=${WATTLINE_KERNEL_CACHE:-$source/build/kernel}
targets=(contract base_test io_test platform_test)
for tool in pmode powerlog; do
    if [ -e "$source/tools/$tool/CMakeLists.txt" ]; then targets+=("$tool"); fi
done

lap() { printf 'check-kernel: %4d s  %s\n' "$SECONDS" "$*" >&2; }

need() {
    command -v "$1" >/dev/null && return
    echo "check-kernel: no $1 here: install $2" >&2
    exit 69
}

# A step is repeated when the text of its scripts changed; their times say nothing after a checkout.
is_done() { [ "$(cat "${@:2}" | cksum)" = "$(cat "$cache/$1.done" 2>/dev/null)" ]; }
mark_done() { cat "${@:2}" | cksum >"$cache/$1.done"; }

need qemu-system-aarch64 qemu-system-arm
need dtc device-tree-compiler
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need cpio cpio
mkdir -p "$cache"
if ! is_done packages "$here/packages.sh"; then
    rm -f "$cache"/*.done
    "$here/packages.sh" "$cache"
    mark_done packages "$here/packages.sh"
    lap "kernel and sysroot fetched"
fi
version=$(cat "$cache/version")
if ! is_done modules "$here"/modules/*; then
    "$here/modules/build.sh" "$cache/headers/usr/src/linux-headers-$version" "$cache/source/linux-source-6.1" \
        "$cache/modules" >"$cache/modules.log" 2>&1 || { cat "$cache/modules.log" >&2; exit 1; }
    mark_done modules "$here"/modules/*
    lap "modules built"
fi

cmake -S "$source" -B "$cache/cross" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/aarch64-debian.cmake" \
    -DSYSROOT="$cache/sysroot" -DWATTLINE_TRAINSTEP=OFF -DWATTLINE_JETSIM=OFF >"$cache/cross.log" 2>&1 ||
    { cat "$cache/cross.log" >&2; exit 1; }
cmake --build "$cache/cross" -j "$("$source/cmake/jobs.sh")" --target "${targets[@]}" >"$cache/cross.log" 2>&1 ||
    { grep -A5 -E 'error|\*\*\*' "$cache/cross.log" >&2; exit 1; }
lap "cross-built: ${targets[*]}"

"$here/initramfs.sh" "$cache" "$cache/initramfs" "${targets[@]}"
lap "initramfs packed ($(du -h "$cache/initramfs" | cut -f1))"
status=0
"$here/vm.sh" "$cache" "$cache/initramfs" || status=$?
lap "guest ended with status $status"
exit $status
