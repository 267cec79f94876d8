#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every board's predefined modes, from the board and from its file alone, mean the same when the list is read back.
set -euo pipefail
fail() { echo "$*"; exit 1; }
while read -r board; do
    mkdir M
    jetsim mount --board "$board" M
    pmode --root M list >list.tsv 2>list.err
    pmode list --conf M/etc/nvpmodel.conf >conf.tsv
    cut -f4-7 list.tsv >want.tsv
    for list in list.tsv conf.tsv; do
        pmode --root M check "$list" >checked.tsv || fail "$board: $list: a mode that cannot be set"
        cut -f4-7 checked.tsv | cmp - want.tsv || fail "$board: $list: $(cat checked.tsv)"
    done
    jetsim umount M
    rmdir M
done < <(jetsim list --no-header --columns board)
