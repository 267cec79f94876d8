#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER: the Debian packages as a new user meets them. They are built twice, byte for byte the same, judged by
# lintian, installed in a clean Debian tree in place of older ones, used by the lines of README, and purged.
set -euo pipefail
. tests/deb/tree.bash
packages=$1

step "build twice"
cmake/deb.sh "$packages" >&2
mkdir "$work/first" && cp "$packages"/*.deb "$work/first"
cmake/deb.sh "$packages" >&2
for deb in "$packages"/*.deb; do cmp "$deb" "$work/first/$(basename "$deb")" || fail "$deb: differs from that of the first build"; done

step lintian
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$packages"/*.deb

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
step "install, upgrade, use, purge in a clean Debian tree ($release)"
make_tree clean "$release"
use_packages "$packages"
step "done: $(cd "$packages" && echo *.deb)"
