#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# dist.sh x86_64|aarch64 FOLDER: makes FOLDER/wattline-VERSION-ARCHITECTURE.tar.xz with all tools that need no LibTorch. They
# are linked statically and find their data beside themselves: unpack it anywhere, on a system of any age, and run bin/pmode.
# Programs for aarch64 are cross-built against Debian's packages, which are fetched once into FOLDER/sysroot. The times in
# the archive are that of the last commit.
set -eu
machine=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
version=$(cat VERSION)
name=wattline-$version-$machine
set -- -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DWATTLINE_SOURCES=/nonexistent -DWATTLINE_TRAINSTEP=OFF \
    -DWATTLINE_JETSIM=ON -DWATTLINE_GPIO=ON -DWATTLINE_WATTOP=ON -DWATTLINE_STATIC=ON
strip="strip"
case $machine in
x86_64) [ "$(uname -m)" = x86_64 ] || { echo "dist: x86_64 can only be built on x86_64" >&2; exit 69; } ;;
aarch64)
    if [ "$(uname -m)" != aarch64 ]; then
        [ -e "$out/sysroot/done" ] || { tests/kernel/packages.sh sysroot "$out/sysroot" && : >"$out/sysroot/done"; }
        set -- "$@" "-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/aarch64-debian.cmake" "-DSYSROOT=$out/sysroot"
        strip=aarch64-linux-gnu-strip
    fi
    ;;
*) echo "dist: $machine: not known; choose x86_64 or aarch64" >&2 && exit 64 ;;
esac
cmake -S . -B "$out/build-$machine" "$@" >"$out/$machine.log" || { cat "$out/$machine.log" >&2 && exit 1; }
cmake --build "$out/build-$machine" -j "$(cmake/jobs.sh)" >"$out/$machine.log" 2>&1 || { cat "$out/$machine.log" >&2 && exit 1; }
rm -rf "${out:?}/$name"
cmake --install "$out/build-$machine" --prefix "$out/$name" --strip >>"$out/$machine.log" || { cat "$out/$machine.log" >&2 && exit 1; }
cp LICENSE README.md CHANGELOG.md "$out/$name"
for program in "$out/$name"/bin/*; do
    readelf -h "$program" >/dev/null 2>&1 || continue # wattplot is a script
    $strip "$program"
    readelf -d "$program" | grep NEEDED && echo "dist: $program: not static" >&2 && exit 70
done
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --xz --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" --file="$out/$name.tar.xz" --directory="$out" "$name"
rm -rf "${out:?}/$name"
ls -l "$out/$name.tar.xz"
