#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What `make install` installs is in exactly one Debian package, the man page and the completion of a tool in that of its
# program; the version of the packages is that of the file VERSION; what they are built with is what cmake/deps.sh installs.
set -u
cd "$SRC" || exit 1
failed=0
say() { echo "$*"; failed=1; }
# A component of its own keeps the manifest, which `make uninstall` reads, that of the user's own `make install`.
DESTDIR=$SCRATCH/root cmake --install "${BIN%/bin}" --prefix /usr --component Unspecified >"$SCRATCH/log" 2>&1 ||
    { cat "$SCRATCH/log" && exit 1; }

claims() { # "PACKAGE PATH" for each installed file that a line of debian/PACKAGE.install names, or "PACKAGE none LINE"
    local list source found
    for list in debian/*.install debian/not-installed; do
        [ -e "$list" ] || continue
        while read -r source _; do
            # shellcheck disable=SC2086  # a pattern
            found=$(cd "$SCRATCH/root" && find $source ! -type d 2>/dev/null)
            [ -n "$found" ] || found="none $source"
            sed "s,^,$(basename "${list%.install}") ," <<<"$found"
        done < <(grep -v '^#' "$list")
    done
}
claims >"$SCRATCH/claims"
cut -d ' ' -f 2 "$SCRATCH/claims" | grep -v '^none$' | sort >"$SCRATCH/claimed"
for file in $(uniq -d "$SCRATCH/claimed"); do say "$file: in two packages"; done
for file in $(cd "$SCRATCH/root" && find usr ! -type d | sort | comm -23 - <(uniq "$SCRATCH/claimed")); do say "$file: in no package"; done
while read -r package _ line; do
    tool=$(basename "$line" .1)
    # Nothing of a tool that is not built here is installed; a line may also name files of the sources.
    [ -d "tools/$tool" ] && [ ! -e "$BIN/$tool" ] && continue
    [ "$line" = usr/share/wattline/boards ] && [ ! -e "$BIN/jetsim" ] && continue
    compgen -G "$line" >/dev/null || say "debian/$package.install: no $line"
done < <(grep ' none ' "$SCRATCH/claims")

for list in debian/*.install; do
    for tool in $(sed -n 's,^usr/bin/,,p' "$list"); do
        for file in "usr/share/man/man1/$tool.1" "usr/share/bash-completion/completions/$tool"; do
            grep -qx "$file" "$list" || say "$list: no $file"
        done
    done
    grep -qx "Package: $(basename "$list" .install)" debian/control || say "debian/control: no package of $list"
done
[ "$(cat VERSION)" = "$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)" ] || say "debian/changelog: not the version of VERSION"

# Debian has a compiler and make wherever packages are built; fuse3 is for tests.
wanted=$(sed -n '/^    build)/,/;;/p' cmake/deps.sh | grep -oE '[a-z0-9+-]+-dev|pkg-config|cmake|libopenblas0-pthread' | sort -u)
given=$(sed -n '/^Build-Depends:/,/^[A-Z].*-Version/p' debian/control | grep -oE '[a-z0-9+-]+-dev|pkg-config|cmake|libopenblas0-pthread' | sort -u)
diff <(echo "$wanted") <(echo "$given") || say "debian/control: not built with what cmake/deps.sh installs"
exit $failed
