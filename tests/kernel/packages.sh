#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# packages.sh kernel GENERATION OUT: Debian's arm64 kernel, its headers and the sources of drivers
# packages.sh sysroot OUT: what arm64 programs are built and run against
# All come from the machine's own package sources through a private apt state: the machine's is not touched.
set -euo pipefail
what=${1:?packages.sh kernel GENERATION OUT, or sysroot OUT}
out=${!#}
state=$out/apt
sysroot_packages=(libc6-dev libstdc++-"$(aarch64-linux-gnu-g++ -dumpversion)"-dev linux-libc-dev libboost-filesystem-dev libspdlog-dev libfmt-dev
    libgpiod-dev libfuse3-dev libncurses-dev libjpeg-dev libcli11-dev libeigen3-dev catch2 busybox-static)
modules=(drivers/cpufreq/{cpufreq-dt,cpufreq_userspace,cpufreq_powersave}
    drivers/devfreq/{imx-bus,governor_userspace} drivers/hwmon/pwm-fan fs/configfs/configfs)
sources=(drivers/hwmon/{ina3221,ina238}.c drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c
    drivers/devfreq/governor_performance.c drivers/devfreq/governor.h drivers/firmware/tegra
    drivers/clk/tegra/clk-bpmp.c)

fail() {
    echo "check-kernel: $*" >&2
    exit 69
}

use_private_state() {
    mkdir -p "$state"/{lists/partial,cache/archives/partial,debs}
    : >"$state/status"
    printf '%s\n' "Dir::State \"$state\";" "Dir::State::Lists \"$state/lists\";" \
        "Dir::State::status \"$state/status\";" "Dir::Cache \"$state/cache\";" 'APT::Architecture "arm64";' "APT::Architectures { \"arm64\"; \"$host\"; };" \
        'APT::Install-Recommends "false";' 'APT::Sandbox::User "root";' >"$state/conf"
    export APT_CONFIG=$state/conf
    apt-get -qq update >&2 || fail "the machine's package sources cannot be read"
}

find_kernel() { # find_kernel GENERATION: the newest one that Debian's metapackages name
    apt-cache depends linux-image-arm64:arm64 "linux-image-$1-arm64:arm64" 2>/dev/null |
        sed -n "s/.*Depends: linux-image-\(${1/./\\.}\.[^:]*\).*/\1/p" | sort -V | tail -1
}

fetch_kernel() { # fetch_kernel GENERATION VERSION
    local kbuild
    kbuild=$(apt-cache depends "linux-headers-$2:arm64" | sed -n 's/.*Depends: \(linux-kbuild-[^:]*\).*/\1/p' | head -1)
    (cd "$state/debs" && apt-get -qq download "linux-image-$2:arm64" "linux-headers-$2:arm64" \
        "linux-headers-${2%-arm64}-common" "$kbuild:$host" "linux-source-$1") >&2 ||
        fail "packages of kernel $2 cannot be fetched"
}

unpack() { # unpack DEB FOLDER [TAR-OPTION...]: nothing of the package is executed
    local folder
    mkdir -p "$2"/usr/{lib,bin,sbin}
    for folder in lib bin sbin; do [ -e "$2/$folder" ] || ln -s "usr/$folder" "$2/$folder"; done # as in an installed Debian
    dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --keep-directory-symlink "${@:3}"
}

unpack_kernel() { # unpack_kernel GENERATION VERSION
    local debs=$state/debs package members=("${modules[@]/#/*/kernel/}")
    unpack "$debs/linux-image-$2"_*.deb "$out" --wildcards "./boot/vmlinuz-$2" "${members[@]/%/.ko*}"
    find "$out/lib/modules" -name '*.ko.xz' -exec unxz {} +
    for package in "$debs"/linux-{headers,kbuild}-*.deb; do unpack "$package" "$out"; done
    unpack "$debs/linux-source-$1"_*.deb "$out"
    tar -x -C "$out" -f "$out/usr/src/linux-source-$1.tar.xz" "${sources[@]/#/linux-source-$1/}"
    rm -r "$out"/usr/src/linux-source-*
}

make_kernel() { # make_kernel GENERATION
    local version
    version=$(find_kernel "$1")
    [ -n "$version" ] || fail "the machine's package sources have no arm64 kernel $1 (Debian 12 has 6.1 and 6.12, Debian 13 has 6.12)"
    fetch_kernel "$1" "$version"
    unpack_kernel "$1" "$version"
    echo "$version" >"$out/version"
}

make_sysroot() {
    local package
    apt-get -qq -y --download-only install "${sysroot_packages[@]}" >&2 ||
        fail "packages of the sysroot cannot be fetched"
    for package in "$state"/cache/archives/*.deb; do unpack "$package" "$out"; done
}

host=$(dpkg --print-architecture) || fail "no dpkg here: Debian's packages cannot be fetched"
rm -rf "$out"
use_private_state
if [ "$what" = kernel ]; then make_kernel "$2"; else make_sysroot; fi
rm -rf "$state"
