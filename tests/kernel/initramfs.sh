#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# initramfs.sh SYSROOT KERNEL WORK TARGET...: packs the guest's whole file system, WORK/initramfs: busybox, modules,
# programs that were cross-built in WORK/cross with the libraries that they need, tests.
set -euo pipefail
sysroot=${1:?initramfs.sh SYSROOT KERNEL WORK TARGET...}
kernel=$2
work=$3
targets=("${@:4}")
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
guest=$work/guest

# The shared libraries of programs and of these libraries, by name, from the sysroot.
add_libraries() {
    local name file
    for name in $(readelf -d "$@" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u); do
        [ -e "$guest/lib/aarch64-linux-gnu/$name" ] && continue
        file=$(find "$sysroot/usr/lib" -name "$name" -print -quit)
        [ -n "$file" ] || { echo "initramfs.sh: no $name in the sysroot" >&2; exit 1; }
        install -D "$(readlink -f "$file")" "$guest/lib/aarch64-linux-gnu/$name"
        add_libraries "$guest/lib/aarch64-linux-gnu/$name"
    done
}

rm -rf "$guest"
mkdir -p "$guest"/{bin,sbin,dev,proc,sys,run,tmp,etc,lib,modules,tests,usr/bin,var/lib}
cp "$sysroot/bin/busybox" "$guest/bin"
find "$kernel/modules" "$kernel/usr/lib" -name '*.ko' -exec cp {} "$guest/modules" \;
for target in "${targets[@]}"; do
    case $target in
    *_test | contract) cp "$work/cross/tests/$target" "$guest/tests" ;;
    *) cp "$work/cross/bin/$target" "$guest/usr/bin" ;;
    esac
done
find "$work/cross/tests" -name '*.so' -exec cp {} "$guest/tests" \;
find "$guest/modules" "$guest/tests" "$guest/usr/bin" -type f -exec aarch64-linux-gnu-strip --strip-debug {} +
add_libraries "$guest"/tests/* "$guest"/usr/bin/*
cp "$guest/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1" "$guest/lib"
cp "$here"/{contract,files}.tsv "$here"/guest/{expect,state,list-files} "$here"/guest/*.sh "$guest/tests"
cp -r "$here"/guest/etc/* "$guest/etc"
install "$here/guest/init" "$guest/init"
for data in tests/fixtures share/boards; do # for unit tests; check.sh configures the place
    mkdir -p "$guest/source/$data"
    cp -r "$source/$data/." "$guest/source/$data"
done
(cd "$guest" && find . | cpio -o -H newc --quiet) >"$work/initramfs"
