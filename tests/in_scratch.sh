#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# in_scratch.sh SCRIPT [ARG...]: runs a test in an empty folder, which is removed afterwards (mounts in it too).
set -u
scratch=$(mktemp -d "${TMPDIR:-/tmp}/wattline-test.XXXXXX") || exit 1
clean() {
    cd /
    for mount in $(awk -v d="$scratch" 'index($2, d) == 1 { print $2 }' /proc/self/mounts | tac); do
        fusermount3 -u -z "$mount" 2>/dev/null || umount -l "$mount" 2>/dev/null
    done
    rm -rf "$scratch"
}
trap clean EXIT
trap 'exit 143' TERM INT
cd "$scratch" || exit 1
export PATH="$BIN:$PATH" SCRATCH="$scratch"
unset WATTLINE_ROOT WATTLINE_TAGS
script=$1
shift
bash "$script" "$@"
