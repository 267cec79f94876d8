#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make check-all goes on after a suite that fails or takes too long, writes a row for each, keeps the rows of the others, and
# forgets no target check-* of the Makefile.
set -u
failed=0
say() { echo "$*"; failed=1; }
mkdir -p copy/tests copy/build copy/docs && cp "$SRC/tests/all.sh" copy/tests && cd copy || exit 1
printf 'before\n<!-- suites: here -->\n<!-- end of suites -->\nafter\n' >docs/reliability.md
git init -q . && git add docs && git -c user.name=test -c user.email=test@localhost commit -qm "docs: a page"
# A make whose suites end as the file of their name says.
printf '#!/bin/sh\necho "make $1" >>made\n. ./"$1"\n' >fake_make && chmod +x fake_make
sed -i 's/^fuzz 1800$/fuzz 1/' tests/all.sh
echo 'exit 0' | tee check-kernel check-deb check-report >/dev/null
echo 'echo broken; exit 2' >check-dist
echo 'sleep 60' >fuzz
result() { sed -n "s/^| $1 | \([^|]*\) | 20[0-9-]* | [0-9]* min [0-9]* s | [0-9a-f]\{9\} |\$/\1/p" docs/reliability.md; }
all() { MAKE=./fake_make tests/all.sh "$@" >out 2>err; }
all check-kernel fuzz check-dist check-deb
[ $? = 1 ] || say "failed suites: not status 1"
[ "$(paste -sd , made)" = "make check-kernel,make fuzz,make check-dist,make check-deb" ] || say "what ran: $(cat made)"
[ "$(result check-kernel),$(result fuzz),$(result check-dist),$(result check-deb)" = "passed,over its limit of 1 s,failed (status 2),passed" ] ||
    say "the rows: $(cat docs/reliability.md)"
grep -q '^broken$' err || say "the end of the log of a failure is not shown"
echo 'exit 0' >check-dist
all check-report check-dist || say "suites that pass: status $?: $(cat err)"
[ "$(grep -o '^| [a-z][a-z-]* ' docs/reliability.md | tr -d '| ' | paste -sd ,)" = suite,check-kernel,fuzz,check-report,check-dist,check-deb ] ||
    say "the order of rows: $(cat docs/reliability.md)"
[ "$(result check-dist),$(result fuzz)" = "passed,over its limit of 1 s" ] || say "a row that was replaced, or kept: $(cat docs/reliability.md)"
[ "$(sed -n '1p;$p' docs/reliability.md | paste -sd ,)" = before,after ] || say "the text around the table"
all nothing
[ $? = 64 ] || say "an unknown suite: not status 64"

for target in $(grep -oE '^check-[a-z]+' "$SRC/Makefile" | sort -u) fuzz lint; do
    case $target in check-all | check-device) continue ;; esac # a board is needed
    grep -qE "^(suites=')?$target [0-9]+'?$" "$SRC/tests/all.sh" || say "tests/all.sh does not run $target"
done
exit $failed
