#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Experiments say and draw the same with a decimal comma as in the C locale, of the same rows: the rows are made in one locale, then
# the sentence and the pictures again in the others. Here it is mode-front; with LOCALE_EXAMPLES=all (make test T=locale) all of them.
set -u
failed=0
say() { echo "$*"; failed=1; }
. "$SRC/tests/locales.bash"
make_locales de_DE.UTF-8 tr_TR.UTF-8
names=(mode-front)
case ${LOCALE_EXAMPLES-}${1-} in
all) mapfile -t names < <(cd "$SRC/examples" && grep -l '^#   examples/' -- * | grep -v '\.') ;;
esac
run() { # run NAME LOCALE: with the options that its head shows; sets status
    local command
    read -ra command < <(sed -n 's/ -o out$//; s/^#   examples\///p' "$SRC/examples/$1")
    status=0
    LC_ALL=$2 "$SRC/examples/$1" "${command[@]:1}" -o out >seen 2>err || status=$?
}
sums() { (cd out && find . \( -name '*.svg' -o -name seen.txt \) -exec sha256sum {} + | LC_ALL=C sort -k 2); }
for name in "${names[@]}"; do
    run "$name" de_DE.UTF-8
    [ $status != 69 ] || { echo "$name: not available here: $(tail -n 1 err)" && rm -rf out && continue; }
    [ $status = 0 ] || { say "$name: status $status: $(tail -n 3 err)" && rm -rf out && continue; }
    # A comma between digits is a list of the columns of two kinds; as a fraction it has no column.
    find out -maxdepth 1 -name '*.tsv' ! -name settings.tsv -exec awk -F '\t' '
        FNR == 1 { split($0, column) }
        FNR > 1 { for (i = 1; i <= NF; i++) if (column[i] ~ /_(s|ms|w|j|pct|hz|khz|v|a|c)$/ && $i ~ /,/) print FILENAME ": " column[i] " " $i }' {} + >commas
    [ ! -s commas ] || say "$name: $(head -n 3 commas)"
    sums >wanted
    for locale in C tr_TR.UTF-8; do
        run "$name" $locale
        [ $status = 0 ] || say "$name: in $locale: status $status: $(tail -n 3 err)"
        sums >got
        diff wanted got >difference || say "$name: in $locale: $(cat difference seen)"
    done
    rm -rf out
done
exit $failed
