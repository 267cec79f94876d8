#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh: what `make check-kernel` runs. Boots Debian's arm64 kernel with real cpufreq, cpuidle, devfreq, ina3221,
# ina238, pwm-fan, BPMP and GPIO drivers in QEMU and runs there, cross-built: the contract list, unit tests, pmode and
# powerlog. 0 when all hold.
# WATTLINE_KERNEL: 6.1 (default) or 6.12. WATTLINE_KERNEL_CACHE (default ~/.cache/wattline/kernel) keeps what is fetched, and
# the modules, for all clones; the tools are built in build/kernel of this one, from what ccache has.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
cache=$(realpath -m "${WATTLINE_KERNEL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/wattline/kernel}")
generation=${WATTLINE_KERNEL:-6.1}
kernel=$cache/$generation
work=$source/build/kernel
targets=(contract base_test io_test platform_test pmode powerlog)

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
mkdir -p "$cache" "$work"
exec 9>"$cache/lock"
flock 9 # another clone may fetch
if ! is_done sysroot "$here/packages.sh"; then
    "$here/packages.sh" sysroot "$cache/sysroot"
    mark_done sysroot "$here/packages.sh"
    lap "sysroot fetched"
fi
if ! is_done "$generation" "$here/packages.sh" "$here"/modules/*; then
    "$here/packages.sh" kernel "$generation" "$kernel"
    lap "kernel $(cat "$kernel/version") fetched"
    "$here/modules/build.sh" "$kernel" "$generation" >"$kernel/modules.log" 2>&1 ||
        { cat "$kernel/modules.log" >&2; exit 1; }
    mark_done "$generation" "$here/packages.sh" "$here"/modules/*
    lap "modules built"
fi
exec 9>&-

cmake -S "$source" -B "$work/cross" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/aarch64-debian.cmake" \
    -DSYSROOT="$cache/sysroot" -DWATTLINE_TRAINSTEP=OFF -DWATTLINE_JETSIM=OFF \
    -DWATTLINE_TEST_SOURCES=/source -DWATTLINE_TEST_LIBRARIES=/tests >"$work/cross.log" 2>&1 ||
    { cat "$work/cross.log" >&2; exit 1; }
cmake --build "$work/cross" -j "$("$source/cmake/jobs.sh")" --target "${targets[@]}" >"$work/cross.log" 2>&1 ||
    { grep -A5 -E 'error|\*\*\*' "$work/cross.log" >&2; exit 1; }
lap "cross-built: ${targets[*]}"

"$here/initramfs.sh" "$cache/sysroot" "$kernel" "$work" "${targets[@]}"
lap "initramfs packed ($(du -h "$work/initramfs" | cut -f1))"
status=0
"$here/vm.sh" "$kernel" "$work" || status=$?
lap "guest ended with status $status"
exit $status
