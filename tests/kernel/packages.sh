#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# packages.sh CACHE: fetches Debian's arm64 kernel, its headers and sources, and a sysroot to build and run against.
# They come from the machine's own package sources through a private apt state: the machine's is not touched.
set -euo pipefail
cache=${1:?packages.sh CACHE}
state=$cache/apt
sysroot_packages=(libc6-dev libstdc++-12-dev linux-libc-dev libboost-filesystem-dev libspdlog-dev libfmt-dev
    libgpiod-dev libcli11-dev libeigen3-dev catch2 busybox-static)
modules=(drivers/cpufreq/{cpufreq-dt,cpufreq_userspace,cpufreq_powersave}
    drivers/devfreq/{imx-bus,governor_userspace,governor_simpleondemand} fs/configfs/configfs)
sources=(drivers/hwmon/ina3221.c drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c
    drivers/devfreq/governor_performance.c drivers/devfreq/governor.h drivers/firmware/tegra drivers/clk/tegra/clk-bpmp.c)

fail() {
    echo "check-kernel: $*" >&2
    exit 69
}

use_private_state() {
    mkdir -p "$state"/{lists/partial,cache/archives/partial,debs}
    : >"$state/status"
    printf '%s\n' "Dir::State \"$state\";" "Dir::State::Lists \"$state/lists\";" "Dir::State::status \"$state/status\";" \
        "Dir::Cache \"$state/cache\";" 'APT::Architecture "arm64";' "APT::Architectures { \"arm64\"; \"$host\"; };" \
        'APT::Install-Recommends "false";' 'APT::Sandbox::User "root";' >"$state/conf"
    export APT_CONFIG=$state/conf
}

find_kernel() { # the newest 6.1 that the metapackage names
    apt-get -qq update >&2 || fail "the machine's package sources cannot be read"
    apt-cache depends linux-image-arm64:arm64 2>/dev/null |
        sed -n 's/.*Depends: linux-image-\(6\.1\.[^:]*\).*/\1/p' | head -1
}

fetch_kernel() {
    (cd "$state/debs" && apt-get -qq download "linux-image-$version:arm64" "linux-headers-$version:arm64" \
        "linux-headers-${version%-arm64}-common" "linux-kbuild-6.1:$host" linux-source-6.1) >&2 ||
        fail "kernel packages cannot be fetched"
}

unpack() { # unpack DEB FOLDER [MEMBER...]: nothing of the package is executed
    mkdir -p "$2"
    dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" "${@:3}"
}

unpack_kernel() {
    local debs=$state/debs package
    local members=("${modules[@]/#/./lib/modules/$version/kernel/}")
    unpack "$debs/linux-image-$version"_*.deb "$cache/kernel" "./boot/vmlinuz-$version" "${members[@]/%/.ko}"
    for package in "$debs"/linux-{headers,kbuild}-*.deb; do unpack "$package" "$cache/headers"; done
    unpack "$debs"/linux-source-6.1_*.deb "$cache/source"
    tar -x -C "$cache/source" -f "$cache/source/usr/src/linux-source-6.1.tar.xz" "${sources[@]/#/linux-source-6.1/}"
    rm -r "$cache/source/usr"
}

make_sysroot() {
    local package
    apt-get -qq -y --download-only install "${sysroot_packages[@]}" >&2 ||
        fail "packages of the sysroot cannot be fetched"
    for package in "$state"/cache/archives/*.deb; do unpack "$package" "$cache/sysroot"; done
}

host=$(dpkg --print-architecture) || fail "no dpkg here: Debian's kernel cannot be fetched"
rm -rf "$cache/kernel" "$cache/headers" "$cache/source" "$cache/sysroot"
use_private_state
version=$(find_kernel)
[ -n "$version" ] || fail "the machine's package sources have no arm64 kernel 6.1 (Debian 12 has)"
fetch_kernel
unpack_kernel
make_sysroot
rm -rf "$state"
echo "$version" >"$cache/version"
