#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Before r36, a user may not read the limit of the memory clock: pmode get prints NA, names the file and ends with status 1.
set -euo pipefail
. "$SRC/tests/plain_board.bash"
fail() { echo "$*" && cat err.txt && exit 1; }
chmod 755 .
plain_board T
cap=/sys/kernel/nvpmodel_emc_cap/emc_iso_cap
user=(setpriv "--reuid=$(id -u nobody)" "--regid=$(id -g nobody)" --clear-groups)
# get STATUS EMC_CLOCK: as nobody, in both forms.
get() {
    local got=0
    "${user[@]}" pmode --root T get --mode --columns emc_hz --no-header >out.txt 2>err.txt || got=$?
    [ "$got $(cat out.txt)" = "$1 $2" ] || fail "get --mode: status $got, $(cat out.txt)"
    "${user[@]}" pmode --root T get >out.txt 2>>err.txt || got=$?
    [ "$got" = "$1" ] || fail "get: status $got"
}
echo 665600000 >"T$cap"
get 0 665600000
[ ! -s err.txt ] || fail "a warning of what was read"
chmod 660 "T$cap"
get 1 NA
[ "$(grep -c "warning: $cap: exists, but only root or its group may read it" err.txt)" = 2 ] || fail "the file is not named twice"
