#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# release.sh VERSION DATE: writes a version such as 0.2.0 and a date such as 2026-11-26 to VERSION, the Debian changelog,
# CITATION.cff and all man pages. tests/repo/release.sh checks that they agree, CHANGELOG.md with them.
set -eu
cd "$(dirname "$0")/.."
[ $# = 2 ] || { echo "usage: release.sh VERSION DATE" >&2; exit 64; }
echo "$1" | grep -qx '[0-9]*\.[0-9]*\.[0-9]*' || { echo "release.sh: $1: no version such as 0.2.0" >&2; exit 64; }
LC_ALL=C TZ=UTC
export LC_ALL TZ
day=$(date -d "$2" '+%B %-d, %Y')
echo "$1" >VERSION
sed -i -e "s/^version: .*/version: $1/" -e "s/^date-released: .*/date-released: $(date -d "$2" +%F)/" CITATION.cff
if [ "$1" = "$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)" ]; then
    sed -i "1,/^ -- /s/^\( -- .*>  \).*/\1$(date -d "$2 12:00" -R)/" debian/changelog
else
    { sed -n '1,/^ -- /p' debian/changelog | sed -e "1s/(.*)/($1)/" -e "s/^\( -- .*>  \).*/\1$(date -d "$2 12:00" -R)/"
        echo && cat debian/changelog; } >debian/changelog.new
    mv debian/changelog.new debian/changelog
fi
sed -i "s/^\.Dd .*/.Dd $day/" man/*.[17]
