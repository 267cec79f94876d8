#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh BUILD: subjects of commits, format, clang-tidy, shell scripts, man pages, spelling. Prints what is wrong; 1 when anything is.
set -u
failed=0
step() { echo "lint: $1" >&2; }
fail() { failed=1; }

step "subjects of commits"
cmake/commits.sh || fail
step "clang-format"
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror || fail
# SC1010: miller chains its verbs with the word then.
step "shellcheck"
{ git ls-files '*.sh' '*.bash' .ci/run tools/wattplot/wattplot.in && git grep -l '^#!/bin/bash' -- examples share; } |
    sort -u | xargs shellcheck -x -S warning -e SC1010 || fail
step "man pages"
mandoc -T lint -W warning man/*.[17] || fail
step "codespell"
if command -v codespell >/dev/null; then
    git ls-files | grep -v '^LICENSE$' | xargs codespell -L 'te,nd,ot,fo,ba,inout,parm,mape,opps,als,truns' || fail
fi
step "clang-tidy (${TIDY:-changed files}; TIDY=all for every file)"
if [ "${TIDY:-}" = all ]; then
    files=$(git ls-files 'lib/*.cpp' 'tools/*.cpp')
else
    files=$(git diff --name-only --diff-filter=d HEAD~1 -- 'lib/*.cpp' 'tools/*.cpp')
fi
if [ -n "$files" ]; then # clang-tidy looks for each file's own command
    cmake -S . -B "$1/tidy" -DCMAKE_UNITY_BUILD=OFF -DBUILD_TESTING=OFF >/dev/null &&
        cmake --build "$1/tidy" --target version_header >/dev/null || fail
    echo "$files" | xargs -P "$(cmake/jobs.sh)" -n 1 clang-tidy -p "$1/tidy" --quiet 2>/dev/null || fail
fi
exit $failed
