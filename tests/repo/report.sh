#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The page of examples/report.sh shows commands that exist, whatever the folders are called, and no text of a folder is HTML.
set -uo pipefail
failed=0
say() { echo "$*"; failed=1; }
folder() { # folder NAME EXPERIMENT
    mkdir -p "results/$1"
    printf '%s\t%s\n' name value experiment "$2" quick 1 board agx-orin workload "<i>w's" data NA evil '<u>' >"results/$1/settings.tsv"
    echo '<script>sentence</script>' >"results/$1/seen.txt"
    printf 'name\tvalue\n<td>\t&\n' >"results/$1/<b>.tsv"
    echo '<svg></svg>' >"results/$1/\"onload=x.svg"
}
folder front mode-front
folder '<h1>"&' dvfs
folder 'a=b c' budgets
folder "-n" "<no 'name"
rm "results/-n/"*.svg # an experiment that drew nothing
"$SRC/examples/report.sh" results >page.html 2>err || say "status $?"
[ ! -s err ] || say "$(cat err)"

# Every tag of the page is one that the script writes, without attributes of others.
grep -oE '<[^ >]+' page.html | sort -u | grep -vxE '<(!doctype|/?(html|head|meta|title|style|body|h1|h2|h3|p|div|figure|img|figcaption|details|summary|pre|table|tr|th|td))' &&
    say "these are tags of a folder"
grep -qE '<(h1|td|b|i|u)>("|&"|\.tsv|w|$)|"onload' page.html && say "a name is HTML"
[ "$(grep -c '<h2 ' page.html)" = 4 ] || say "not four experiments"

commands=$(sed -n 's/^<pre>\(.*\)<\/pre>$/\1/p' page.html | sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g')
diff - <(echo "$commands") <<'END' || say "other commands"
examples/\<no\ \'name --quick --board agx-orin --workload \<i\>w\'s -o -n
examples/dvfs --quick --board agx-orin --workload \<i\>w\'s -o \<h1\>\"\&
examples/budgets --quick --board agx-orin --workload \<i\>w\'s -o a=b\ c
examples/mode-front --quick --board agx-orin --workload \<i\>w\'s -o front
END
exit $failed
