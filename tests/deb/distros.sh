#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# distros.sh RELEASE...: builds, tests, installs and removes the tools in clean trees of these releases of Debian, as a user of
# each would, at the last commit, and prints a row per release and architecture: what was built, what ran, and what is off and
# why. Packages for arm64 are cross-built, and run by qemu-user. The compiler's cache, where ccache is installed, is shared with
# the trees.
set -euo pipefail
. tests/deb/tree.bash
if command -v ccache >/dev/null; then cache=$(ccache --get-config cache_dir); else cache=''; fi
jobs=$(cmake/jobs.sh)
commit=$(git rev-parse HEAD)
native=$(dpkg --print-architecture)

# Lets the kernel run programs for arm64 with qemu-user until this script ends, where that is not set up already.
binfmt=/proc/sys/fs/binfmt_misc
emulate_arm64() {
    [ "$native" != arm64 ] || return 0
    mountpoint -q $binfmt || mount -t binfmt_misc binfmt_misc $binfmt
    [ ! -e $binfmt/qemu-aarch64 ] || return 0
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >$binfmt/register
    trap '{ echo -1 >$binfmt/qemu-aarch64; } || true; clean' EXIT
}

enter_sources() { # in /src of the tree, at this commit
    git clone -q --no-hardlinks . "$tree/src"
    git -C "$tree/src" checkout -q "$commit"
    inside git config --global --add safe.directory /src
    [ -n "$cache" ] || return 0
    install ccache
    mkdir -p "$tree/var/cache/ccache" && mount --bind "$cache" "$tree/var/cache/ccache"
    echo 'cache_dir = /var/cache/ccache' >"$tree/etc/ccache.conf"
}
build() { quiet inside bash -euc "cd /src; $1"; }
version_of() { inside "$@" 2>/dev/null | sed -nE '1 { s/.*[ )]([0-9]+[.][0-9.]*[0-9]).*/\1/p; t; s/^[0-9.]+$/&/p }'; }
row() { local IFS=$'\t' && echo "$*"; }
# The parts that CMake's summary names, kept by summary_of; one that is off with the reason.
parts() { # parts on|off
    sed -n "s/^--   \([a-z]*\): $1 (\(.*\))\$/\1 \2/p" "$work/summary" | sort -u | if [ "$1" = on ]; then
        cut -d ' ' -f 1 | paste -sd ' '
    else
        sed '/^tests /d; s/ /: /' | paste -sd ';' | sed 's/^$/-/'
    fi
}
summarize() { # what CMake says about the parts
    quiet inside bash -c "cd /src && cmake -S . -B build $cmake_args"
    cp "$work/log" "$work/summary"
}

# The unit tests and the golden tests of the commands; those of trainstep would take longer than all else.
run_tests() {
    local tools
    tools=$(basename -a tools/*/ | paste -sd '|')
    step "$release: unit and golden tests"
    build "cmake/deps.sh build test; cmake -S . -B build $cmake_args -DBUILD_TESTING=ON -DWATTLINE_TRAINSTEP=OFF
        targets=\$(cmake --build build --target help | sed -nE 's/^\.\.\. ([a-z_]*_test|failing_calls|$tools)\$/\1/p')
        cmake --build build -j $jobs --target \$targets"
    quiet inside bash -c "cd /src/build && ctest --output-on-failure --no-tests=error -j $jobs -R '^(unit|cli)/'"
    tests=$(grep -oE '[0-9]+% tests passed.* out of [0-9]+' "$work/log" | tail -n 1)
    tests="${tests##* out of } passed" # quiet has ended the check if one failed
}

# Folders that other programs use, too, such as man1, stay.
installed() { find "$tree/usr/local" ! -type d -o -name '*wattline*' | sort; }

# As docs/on-a-real-board.md says for a system that is too old for make deb.
from_source() {
    cmake_args=-DCLI11_INCLUDE_DIR=/opt/CLI11/include
    mkdir -p "$tree/opt/CLI11/include" && cp -r /usr/include/CLI "$tree/opt/CLI11/include"
    step "$release: make, make install, make uninstall"
    build "cmake/deps.sh build; make CMAKE_ARGS=$cmake_args"
    summarize
    installed >"$work/before"
    build "make install"
    mkdir -p "$tree/debs" && run_readme && rm -r "$tree/debs"
    build "make uninstall"
    installed | diff "$work/before" - >&2 || fail "make uninstall left or took files"
    used="make install, README, make uninstall"
}
packages() {
    cmake_args=-DCMAKE_CXX_FLAGS_RELEASE=-O1 # of the tests: they are compiled in half the time
    step "$release: make deb"
    build "make deb"
    mkdir "$work/debs-$release" && cp "$tree"/src/build/packages/*.deb "$work/debs-$release"
    summarize
}

in_release() {
    local built compiler libc used tests
    step "$release: a clean tree"
    make_tree "$release" "$release"
    copy_tree "$release" "$release-build"
    install make git ca-certificates
    enter_sources
    if inside apt-cache show libcli11-dev >/dev/null 2>&1; then packages; else from_source; fi
    built=$(parts on) compiler=$(version_of g++ -dumpfullversion) libc=$(version_of ldd --version)
    run_tests
    if [ -e "$work/debs-$release" ]; then
        step "$release: install, upgrade, use, purge"
        enter_tree "$release"
        use_packages "$work/debs-$release"
        used="packages: install, upgrade, README, purge"
    fi
    row "$release" "$native" "GCC $compiler" "$libc" "$built" "$tests" "$used" "$(parts off)"
}

arm64_packages() {
    if [ "$native" = arm64 ] || [ ! -e "$work/debs-$release" ]; then return; fi
    step "$release: arm64: cross-build the packages"
    copy_tree "$release" "$release-cross"
    quiet inside dpkg --add-architecture arm64
    quiet inside apt-get update -qq
    install make git ca-certificates
    enter_sources
    build "apt-get install -y -qq --no-install-recommends build-essential dpkg-dev fakeroot crossbuild-essential-arm64
        apt-get build-dep -y -qq --host-architecture arm64 --build-profiles cross,pkg.wattline.notrain .
        DEB_BUILD_PROFILES=cross cmake/deb.sh build/packages arm64"
    mkdir "$work/debs-$release-arm64" && cp "$tree"/src/build/packages/*.deb "$work/debs-$release-arm64"
    step "$release: arm64: install, upgrade, use, purge under qemu-user"
    emulate_arm64
    make_tree "$release-arm64" "$release" arm64
    use_packages "$work/debs-$release-arm64"
    row "$release" arm64 "cross-built" "$(version_of ldd --version)" "$(cd "$work/debs-$release-arm64" && printf '%s\n' *.deb | cut -d _ -f 1 | paste -sd ' ')" \
        "-" "packages: install, upgrade, README, purge (qemu-user)" "trainstep: cross-built without LibTorch"
}

row release architecture compiler libc built tests used off
for release in "$@"; do
    in_release
    arm64_packages
done
