#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deps.sh GROUP...: installs the missing Debian packages of these groups. Where it may not (a Jetson, no root, packages
# that would be removed or downgraded) it prints the exact line and ends well: the build then goes on without that part.
set -u
jetson_marks="/etc/nv_tegra_release /sys/module/tegra_fuse"

packages_of() {
    case $1 in
    build)
        echo g++ make cmake ccache pkg-config libboost-filesystem-dev libcli11-dev libspdlog-dev libfmt-dev libeigen3-dev \
            libfuse3-dev fuse3 libgpiod-dev libncurses-dev libjpeg-dev libpng-dev libtorch-dev libopenblas0-pthread
        ;;
    demo) echo gnuplot-nox datamash miller ;;
    test)
        echo catch2 datamash miller gnuplot-nox mandoc git vmtouch e2fsprogs btrfs-progs xfsprogs squashfs-tools \
            util-linux procps python3 python3-tqdm parallel sqlite3 fio zsh sudo locales tmux
        ;;
    browser) echo chromium fonts-dejavu-core ;;
    lint) echo clang-format clang-tidy shellcheck codespell mandoc ;;
    bench) echo vmtouch util-linux sysstat fio python3 python3-venv python3-torch python3-torchvision libturbojpeg0 python3-numpy python3-sklearn time miller gcc mawk gnuplot-nox ;;
    dist) echo xz-utils binutils ;;
    dist-aarch64) echo g++-aarch64-linux-gnu qemu-user-static ;;
    servers) echo slurmctld slurmd slurm-client munge openssh-server openssh-client parallel curl prometheus prometheus-node-exporter prometheus-alertmanager ;;
    analysis) echo r-base-core sqlite3 miller gnuplot-nox locales python3-venv ;;
    deb) echo build-essential debhelper dpkg-dev fakeroot ;;
    check-deb) echo lintian debootstrap ;;
    check-distros) echo debootstrap git qemu-user-static ;;
    peers) echo btop tmux python3-venv ;;
    torch) echo python3-venv ;;
    fuzz) echo clang libclang-rt-14-dev ;;
    check-kernel)
        echo qemu-system-arm device-tree-compiler g++-aarch64-linux-gnu binutils cpio xz-utils
        ;;
    *) echo "deps.sh: unknown group $1" >&2 && exit 64 ;;
    esac
}

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
has_candidate() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

missing=
for group in "$@"; do
    for package in $(packages_of "$group"); do
        is_installed "$package" || case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
    done
done
[ -z "$missing" ] && exit 0

leave() {
    printf '%s\n' "deps: $1; the build goes on without what is missing. To install it:" \
        "  apt-get install --no-install-recommends$missing" >&2
    exit 0
}

command -v apt-get >/dev/null || leave "no apt-get on this machine"
for mark in $jetson_marks; do
    [ -e "$mark" ] && leave "this is a Jetson: nothing is installed by itself here"
done
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
else
    leave "not root and no sudo"
fi

# An old list of packages names versions that are gone.
$as_root apt-get -qq update || echo "deps: apt-get update failed, trying with the lists at hand" >&2
known=
for package in $missing; do
    if has_candidate "$package"; then known="$known $package"; else echo "deps: no package $package here" >&2; fi
done
[ -z "$known" ] && exit 0
missing=$known

plan=$(apt-get -s install --no-install-recommends $missing 2>&1) || leave "apt-get cannot resolve$missing"
echo "$plan" | grep -q '^Remv' && leave "packages would be removed"
echo "$plan" | grep -q 'DOWNGRADED' && leave "packages would be downgraded"
echo "deps: installing$missing" >&2
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=600 $missing >/dev/null || leave "apt-get failed"
