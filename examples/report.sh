#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes one HTML page about a folder of experiments, as examples/all.sh leaves it: what each one found, its pictures, its
# settings and the names of its rows. The page has everything in it and needs no network.
# Usage: examples/report.sh [FOLDER] >report.html    (default: artifact)
set -euo pipefail
cd "${1:-artifact}"
text() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' "$@"; }
table() { # table < rows
    text | awk -F '\t' 'BEGIN { print "<table>" } { tag = NR == 1 ? "th" : "td"; printf "<tr>"; for (i = 1; i <= NF; i++) printf "<%s>%s</%s>", tag, $i, tag; print "</tr>" } END { print "</table>" }'
}
experiment() { # experiment NAME
    local picture
    printf '<h2 id="%s">%s</h2>\n<p>%s</p>\n<div>\n' "$1" "$1" "$(text "$1/seen.txt")"
    for picture in "$1"/*.svg; do
        printf '<figure><img alt="%s" src="data:image/svg+xml;base64,%s"><figcaption>%s</figcaption></figure>\n' \
            "$picture" "$(base64 -w 0 "$picture")" "$(basename "$picture" .svg)"
    done
    printf '</div>\n<details><summary>Settings and rows</summary>\n'
    table <"$1/settings.tsv"
    printf '<p>%s</p></details>\n' "$(cd "$1" && printf '%s ' *.tsv | text)"
}

names=()
for sentence in */seen.txt; do
    [ -e "$sentence" ] || { echo "report: error: $PWD: no experiment ended here" >&2 && exit 65; }
    names+=("${sentence%/*}")
done
cat <<'END'
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Experiments</title>
<style>
body { font-family: sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; line-height: 1.4 }
div { display: flex; flex-wrap: wrap; gap: 1em } figure { margin: 0; width: 30em; max-width: 100% } img { width: 100% }
figcaption { text-align: center; color: #555 } table { border-collapse: collapse } th, td { text-align: left; padding: .1em .7em }
</style></head><body>
<h1>Experiments</h1>
<p>Pictures whose rows were not measured say so at their right edge.</p>
END
[ ! -e experiments.tsv ] || cut -f 1-4 experiments.tsv | table
for name in "${names[@]}"; do experiment "$name"; done
echo '</body></html>'
