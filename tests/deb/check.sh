#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER: the Debian packages as a new user meets them. They are built twice, byte for byte the same, judged by
# lintian, installed in a clean Debian tree, used by the lines of README, and purged, which leaves no file behind. As root,
# with a mirror that apt knows; the tree goes to TMPDIR.
set -euo pipefail
fail() { echo "check-deb: $*" >&2; exit 1; }
step() { echo "check-deb: $*" >&2; }
[ "$(id -u)" = 0 ] || fail "requires root, for a Debian tree to install in"
[ -n "${IN_NAMESPACE-}" ] || IN_NAMESPACE=1 exec unshare --mount "$0" "$@" # what is mounted here ends with it
packages=$1
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
tree=$(mktemp -d "${TMPDIR:-/tmp}/wattline-deb.XXXXXX")
chmod 755 "$tree" # apt downloads as a user of its own
clean() { # jetsim may still be mounted after a failure
    for mount in $(awk -v d="$tree" 'index($2, d) == 1 { print $2 }' /proc/self/mounts | tac); do umount -l "$mount"; done
    rm -rf --one-file-system "$tree"
}
trap clean EXIT
inside() { chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
install() { inside apt-get install -y -qq --no-install-recommends "$@" >"$tree/apt.log" 2>&1 || { cat "$tree/apt.log" && fail "apt-get install $*"; }; }
# All but what dpkg, apt and the kernel keep, and the copies of /etc/group and its like before the last change.
files() { (cd "$tree" && find . -xdev \( -path './etc/*-' -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log -o -path ./proc \
    -o -path ./apt.log -o -path ./debs \) -prune -o -print | sort); }

step "build twice"
cmake/deb.sh "$packages" >&2
mkdir -p "$tree/first" && cp "$packages"/*.deb "$tree/first"
cmake/deb.sh "$packages" >&2
for deb in "$packages"/*.deb; do cmp "$deb" "$tree/first/$(basename "$deb")" || fail "$deb: differs from that of the first build"; done
rm -rf "$tree/first"

step lintian
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$packages"/*.deb

step "a clean Debian tree ($release)"
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $release" 'Created-By: Packages' | head -n 1)
debootstrap --variant=minbase "$release" "$tree" "$mirror" >"$packages/debootstrap.log" || { cat "$packages/debootstrap.log" && fail debootstrap; }
mount -t proc proc "$tree/proc"
[ -e "$tree/dev/fuse" ] || mknod "$tree/dev/fuse" c 10 229
mkdir "$tree/debs" && cp "$packages"/*.deb "$tree/debs"
inside apt-get update -qq

step "install, use, purge"
# What the packages depend on comes first, so that what they bring and leave is told from that.
names=$(for deb in "$packages"/*.deb; do dpkg-deb -f "$deb" Package; done)
depends=$(for deb in "$packages"/*.deb; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' | sed 's/^ *//' | grep -v '^wattline ' | sort -u | paste -sd ,)
inside apt-get satisfy -y -qq --no-install-recommends "$depends" >"$tree/apt.log" 2>&1 || { cat "$tree/apt.log" && fail "apt-get satisfy $depends"; }
files >"$packages/before"
(cd "$tree" && ls debs/*.deb) | sed 's,^,/,' >"$packages/debs"
# shellcheck disable=SC2046  # one word per package
install $(cat "$packages/debs")
sed -n '/^## Install/,/^## /s/^    \$ \(.*\)/\1/p' README.md >"$tree/lines"
[ "$(wc -l <"$tree/lines")" -ge 3 ] || fail "README: no lines under Install"
inside bash -euxc "cd /debs; . /lines" >"$packages/rows"
cat "$packages/rows"
[ "$(grep -c 'emulated$' "$packages/rows")" -ge 3 ] || fail "the lines of README gave no rows"
for package in $names; do
    for program in $(dpkg-deb -c "$packages/$package"_*.deb | sed -n 's,.* \./usr/bin/,,p'); do
        inside "$program" --version >/dev/null || fail "$program does not start"
    done
done
rm "$tree/lines"
# shellcheck disable=SC2086  # one word per package
inside apt-get purge -y -qq $names >"$tree/apt.log" 2>&1 || { cat "$tree/apt.log" && fail "apt-get purge"; }
files >"$packages/after"
diff "$packages/before" "$packages/after" || fail "purge left or took files"
step "done: $(echo $names)"
