#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh FOLDER [ARCHITECTURE]: builds the Debian packages of the files that git tracks, as they are now, in FOLDER, or
# cross-builds them without wattline-train. The times in them are that of the last commit, so that the same sources give the
# same packages.
# DEBFULLNAME and DEBEMAIL name their maintainer, who also receives the users' reports unless WATTLINE_REPORTS says otherwise.
set -eu
[ -d .git ] || [ -f .git ] || { echo "deb: the packages are built from a clone of the repository" >&2; exit 69; }
version=$(cat VERSION)
architecture=${2:-$(dpkg --print-architecture)}
mkdir -p "$1"
out=$(cd "$1" && pwd)
tree=$out/wattline-$version
rm -rf "$tree" "$out"/*.deb "$out"/*.buildinfo "$out"/*.changes
mkdir "$tree"
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$tree"
if [ -n "${DEBEMAIL-}" ]; then
    maintainer="${DEBFULLNAME:-The wattline authors} <$DEBEMAIL>"
    sed -i "s#^Maintainer: .*#Maintainer: $maintainer#" "$tree/debian/control"
    sed -i "1,/^ -- /s#^ -- .*># -- $maintainer#" "$tree/debian/changelog"
    export WATTLINE_REPORTS="${WATTLINE_REPORTS:-$DEBEMAIL}"
else
    echo "deb: DEBEMAIL is not set: the packages name no maintainer who could be reached" >&2
fi

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
DEB_BUILD_OPTIONS="parallel=$(cmake/jobs.sh) noautodbgsym ${DEB_BUILD_OPTIONS-}" # of an option given twice the last counts
export SOURCE_DATE_EPOCH DEB_BUILD_OPTIONS
# debhelper builds in a home folder of its own.
if command -v ccache >/dev/null; then
    CCACHE_DIR=$(ccache --get-config cache_dir)
    export CCACHE_DIR
fi
# JetPack has a LibTorch of its own, which is no package that wattline-train could depend on.
profiles=${DEB_BUILD_PROFILES-}
if [ "$architecture" != "$(dpkg --print-architecture)" ]; then
    profiles="$profiles pkg.wattline.notrain"
elif ! dpkg-query -W -f '${Status}' libtorch-dev 2>/dev/null | grep -q 'ok installed'; then
    echo "deb: libtorch-dev is not installed: no wattline-train" >&2
    profiles="$profiles pkg.wattline.notrain"
fi
cd "$tree"
DEB_BUILD_PROFILES=$profiles dpkg-buildpackage --host-arch="$architecture" --build=binary --unsigned-source --unsigned-changes
cd "$out"
rm -rf "$tree"
ls "$out"/*.deb
