#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# commits.sh [BASE]: the commits since BASE have subjects of at most 72 characters and one topic. Prints those that have not;
# 1 when there is one. The history up to the default base is as it is.
set -euo pipefail
base=${1:-b999e79bcf95ef853f8c3e729a3dd45126593bcb}
git cat-file -e "$base^{commit}" 2>/dev/null || { echo "commits.sh: $base is not in this clone" >&2 && exit 69; }
failed=0
wrong() { echo "commit $hash: $1: $subject"; failed=1; }
while IFS=$'\t' read -r hash subject; do
    [ "${#subject}" -le 72 ] || wrong "${#subject} characters in its subject, more than 72"
    case $subject in
    *';'*) wrong "more than one topic" ;;
    *.) wrong "a full stop at the end" ;;
    fixup!* | squash!* | [Ww][Ii][Pp]*) wrong "not finished" ;;
    esac
done < <(git log --no-merges --format='%h%x09%s' "$base..HEAD")
exit $failed
