#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One version and one date stand in VERSION, the Debian changelog, CITATION.cff, the man pages and, but for what is not
# released yet, CHANGELOG.md; cmake/release.sh writes all of them but the last. Every tool prints its name and this version.
set -u
cd "$SRC" || exit 1
failed=0
say() { echo "$*"; failed=1; }
agree() { # agree FOLDER: the disagreements of the files in it, one a line
    local version date page
    version=$(cat "$1/VERSION")
    date=$(sed -n 's/^date-released: //p' "$1/CITATION.cff")
    date -d "$date" >/dev/null 2>&1 && [ -n "$date" ] || echo "CITATION.cff: no date-released"
    [ "$(sed -n 's/^version: //p' "$1/CITATION.cff")" = "$version" ] || echo "CITATION.cff: not version $version"
    [ "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$1/debian/changelog")" = "$version" ] || echo "debian/changelog: not version $version"
    [ "$(date -ud "$(sed -n 's/^ -- .*>  //p' "$1/debian/changelog" | head -n 1)" +%F)" = "$date" ] || echo "debian/changelog: not of $date"
    for page in "$1"/man/*.[17]; do
        [ "$(sed -n 's/^\.Dd //p' "$page")" = "$(date -ud "$date" '+%B %-d, %Y')" ] || echo "$(basename "$page"): not of $date"
    done
    head=$(grep -m 1 '^## .*[0-9]' "$1/CHANGELOG.md") || return
    [[ $head =~ (^|[^0-9.])"$version"([^0-9.]|$) && $head == *"$date"* ]] || echo "CHANGELOG.md: '$head' is not version $version of $date"
}
[ -z "$(agree .)" ] || say "$(agree .)"

# The script writes what this test demands, and the test sees what differs.
mkdir -p "$SCRATCH/copy/cmake"
cp -r VERSION CITATION.cff CHANGELOG.md man debian "$SCRATCH/copy" && cp cmake/release.sh "$SCRATCH/copy/cmake"
printf '## Unreleased\n## 7.8.9 (2031-02-03)\n' >"$SCRATCH/copy/CHANGELOG.md"
[ "$(agree "$SCRATCH/copy" | grep -c CHANGELOG)" = 1 ] || say "another version in CHANGELOG.md is not seen"
"$SCRATCH/copy/cmake/release.sh" 7.8.9 2031-02-03 || say "release.sh: status $?"
[ -z "$(agree "$SCRATCH/copy")" ] || say "after release.sh: $(agree "$SCRATCH/copy")"
[ "$(grep -c '^wattline (' "$SCRATCH/copy/debian/changelog")" = $(($(grep -c '^wattline (' debian/changelog) + 1)) ] || say "release.sh lost an entry of debian/changelog"
for file in VERSION CITATION.cff debian/changelog man/pmode.1; do
    cp "$SCRATCH/copy/$file" "$SCRATCH/kept"
    sed -i -e 's/7\.8\.9/7.8.8/' -e 's/^\.Dd .*/.Dd March 1, 2031/' "$SCRATCH/copy/$file"
    agree "$SCRATCH/copy" | grep -q . || say "another version or date in $file is not seen"
    cp "$SCRATCH/kept" "$SCRATCH/copy/$file"
done

for tool in tools/*/; do
    tool=$(basename "$tool")
    [ -e "$BIN/$tool" ] || continue
    "$BIN/$tool" --version >"$SCRATCH/version"
    sed -n 1p "$SCRATCH/version" | grep -qE "^$tool \(wattline\) $(sed 's/\./\\./g' VERSION)(\+g[0-9a-f]+)?(\.dirty)?$" ||
        say "$tool --version: $(cat "$SCRATCH/version")"
    sed -n 2p "$SCRATCH/version" | grep -q '^Send reports to [^ ]' || say "$tool --version: not where to send reports"
done
exit $failed
