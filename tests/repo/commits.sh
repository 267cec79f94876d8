#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cmake/commits.sh finds each kind of wrong subject after its base, and nothing before it.
set -u
git init -q history && cd history || exit 1
commit() { git -c user.name=test -c user.email=test@localhost commit -q --allow-empty -m "$1"; }
commit "history: a subject from long ago, which is much longer than seventy-two characters"
base=$(git rev-parse HEAD)
judged() { "$SRC/cmake/commits.sh" "$base"; }
longest="powerlog: $(printf '%062d' 0)"
commit "$longest"
judged || { echo "right subjects: status $?"; exit 1; }
failed=0
for wrong in "${longest}0" "one topic; another topic" "powerlog: a sentence." "fixup! powerlog: mend it" "WIP"; do
    commit "$wrong"
    judged | grep -qF ": $wrong" || { echo "not found: $wrong"; failed=1; }
    judged >/dev/null && { echo "status 0 after: $wrong"; failed=1; }
    git reset -q --hard HEAD~1
done
"$SRC/cmake/commits.sh" 0000000000000000000000000000000000000000 2>/dev/null
[ $? = 69 ] || { echo "a base that is missing: not status 69"; failed=1; }
exit $failed
