# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the checks that use wattline in clean Debian trees, as root, with a mirror that apt knows. $tree is the one in use.
# All of them lie in $work, a folder in TMPDIR that is removed at the end.
name=$(basename "$0" .sh)
fail() { echo "$name: $*" >&2; exit 1; }
step() { echo "$name: $*" >&2; }
[ "$(id -u)" = 0 ] || fail "requires root, for a Debian tree to install in"
[ -n "${IN_NAMESPACE-}" ] || IN_NAMESPACE=1 exec unshare --mount "$0" "$@" # what is mounted here ends with it
work=$(mktemp -d "${TMPDIR:-/tmp}/wattline-tree.XXXXXX")
chmod 755 "$work" # apt downloads as a user of its own
clean() { # jetsim may still be mounted after a failure
    for mount in $(awk -v d="$work" 'index($2, d) == 1 { print $2 }' /proc/self/mounts | tac); do umount -l "$mount"; done
    rm -rf --one-file-system "$work"
}
trap clean EXIT
inside() { chroot "$tree" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
quiet() { # quiet COMMAND...: its output is shown if it fails
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2 && fail "$*"; }
}
install() { quiet inside apt-get install -y -qq --no-install-recommends "$@"; }

make_tree() { # make_tree NAME RELEASE [ARCHITECTURE]: sets $tree
    local mirror here
    here=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016
    mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $here" 'Created-By: Packages' | head -n 1)
    tree=$work/$1
    quiet debootstrap --variant=minbase --arch="${3:-$(dpkg --print-architecture)}" "$2" "$tree" "$mirror"
    enter_tree "$1"
    quiet inside apt-get update -qq
}
enter_tree() { # enter_tree NAME: sets $tree, and mounts what programs in it need
    tree=$work/$1
    mountpoint -q "$tree/proc" || mount -t proc proc "$tree/proc"
    mountpoint -q "$tree/sys" || mount -t sysfs sysfs "$tree/sys"
    [ -e "$tree/dev/fuse" ] || mknod "$tree/dev/fuse" c 10 229
}
copy_tree() { # copy_tree NAME COPY: a copy of a tree that is like it was after make_tree
    mkdir "$work/$2"
    tar --create --one-file-system --directory="$work/$1" --exclude=./proc/* . | tar --extract --directory="$work/$2"
    enter_tree "$2"
}

# All but what dpkg, apt and the kernel keep, and the copies of /etc/group and its like before the last change.
files() { (cd "$tree" && find . -xdev \( -path './etc/*-' -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log -o -path ./proc \
    -o -path ./debs \) -prune -o -print | sort); }

run_readme() { # the lines of README below Install, in /debs of the tree; they print rows of an emulated board
    sed -n '/^## Install/,/^## /s/^    \$ \(.*\)/\1/p' README.md >"$tree/debs/lines"
    [ "$(wc -l <"$tree/debs/lines")" -ge 3 ] || fail "README: no lines under Install"
    quiet inside bash -euxc "cd /debs; . /debs/lines"
    [ "$(grep -c 'emulated$' "$work/log")" -ge 3 ] || { cat "$work/log" >&2 && fail "the lines of README gave no rows"; }
}

# older DEB FOLDER: the same package with a lower version and another default setting.
older() {
    local package=$work/older
    rm -rf "$package" && dpkg-deb -R "$1" "$package"
    sed -i -E 's/^Version: .*/Version: 0.0.1/; s/wattline \(= [^)]*\)/wattline (= 0.0.1)/' "$package/DEBIAN/control"
    if [ -e "$package/etc/default/wattline" ]; then echo '# as it was' >>"$package/etc/default/wattline"; fi
    quiet dpkg-deb --build --root-owner-group "$package" "$2/$(basename "$1")"
}

# use_packages FOLDER: installs the packages of this folder in the tree, in place of earlier ones, runs them, and purges them.
# An edited setting outlives the upgrade, and no file outlives the purge.
use_packages() {
    local deb names depends package program
    mkdir -p "$tree/debs/old" && cp "$1"/*.deb "$tree/debs"
    for deb in "$1"/*.deb; do older "$deb" "$tree/debs/old"; done
    # What the packages depend on comes first, so that its files are not counted.
    names=$(for deb in "$1"/*.deb; do dpkg-deb -f "$deb" Package; done | paste -sd ' ')
    depends=$(for deb in "$1"/*.deb; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' | sed 's/^ *//' | grep -v '^wattline ' | sort -u | paste -sd ,)
    quiet inside apt-get satisfy -y -qq --no-install-recommends "$depends"
    files >"$work/before"
    # shellcheck disable=SC2046  # one word per package
    install $(cd "$tree" && printf '/%s\n' debs/old/*.deb)
    echo '# a setting of the user' >>"$tree/etc/default/wattline"
    # shellcheck disable=SC2046
    install -o Dpkg::Options::=--force-confold $(cd "$tree" && printf '/%s\n' debs/*.deb)
    grep -q 'a setting of the user' "$tree/etc/default/wattline" || fail "the upgrade lost a setting"
    [ -e "$tree/etc/default/wattline.dpkg-dist" ] || fail "the upgrade does not offer the new settings"
    run_readme
    for package in $names; do
        [ "$(inside dpkg-query -W -f '${Version}' "$package")" = "$(dpkg-deb -f "$1/${package}"_*.deb Version)" ] || fail "$package: not upgraded"
        for program in $(dpkg-deb -c "$1/$package"_*.deb | sed -n 's,.* \./usr/bin/,,p'); do
            inside "$program" --version >/dev/null || fail "$program does not start"
        done
    done
    if [ -e "$tree/usr/bin/trainstep" ]; then
        quiet inside bash -euc "cd /debs; dsgen idx --out digits --count 64; trainstep lenet --data digits --batch 16 --max-steps 2"
    fi
    # shellcheck disable=SC2086  # one word per package
    quiet inside apt-get purge -y -qq $names
    files >"$work/after"
    diff "$work/before" "$work/after" >&2 || fail "purge left or took files"
    rm -r "$tree/debs"
}
