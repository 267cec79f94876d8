#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every board that jetsim knows: random modes are set and proved, and a saved state comes back file by file.
set -euo pipefail
fail() { echo "$*"; exit 1; }
boards=$({ jetsim mount --board none M 2>&1 || true; } | sed -n 's/.*one of: //p' | tr -d ,)
[ "$(wc -w <<<"$boards")" -ge 14 ] || fail "boards: $boards"
for board in $boards; do
    mkdir M
    jetsim mount --board "$board" M
    export WATTLINE_ROOT=$PWD/M
    pmode get >get.tsv || fail "$board: get"
    pmode board >board.tsv
    grep -q "^l4t	r3" board.tsv || fail "$board: no release"
    pmode list >list.tsv
    pmode axes >axes.tsv
    for rows in get board list axes; do datamash check <$rows.tsv >/dev/null || fail "$board $rows: not a table"; done
    # What identifies a board's space.
    case $board in
    orin-nano) [ "$(pmode enum | tail -n +2 | wc -l)" = 1800 ] || fail "orin-nano has not 1800 modes" ;;
    agx-xavier*) [ "$(pmode enum | tail -n +2 | wc -l)" -gt 29000 ] || fail "$board has not 29k modes" ;;
    esac
    pmode save before.tsv
    pmode enum --sample 6 --seed 7 >modes.tsv
    pmode set --dry-run --modes modes.tsv >checked.tsv
    cmp <(cut -f3- modes.tsv) <(cut -f3- checked.tsv) || fail "$board: dry run differs"
    while read -r mode; do
        pmode set "$mode" || fail "$board: $mode"
        [ "$(pmode get --mode --columns mode --no-header)" = "$mode" ] || fail "$board: $mode is not in force"
    done < <(tail -n +2 modes.tsv | cut -f3)
    pmode set max/max/max/max
    pmode pin
    pmode unpin
    pmode restore before.tsv
    pmode save after.tsv
    cmp before.tsv after.tsv || fail "$board: not brought back: $(diff before.tsv after.tsv)"
    # Predefined modes: set where no mask changes, refused with 75 where one does.
    while IFS=$'\t' read -r id reboot; do
        got=0; pmode set "$id" 2>err.txt || got=$?
        case $reboot in
        no) [ $got = 0 ] || fail "$board: mode $id: $(cat err.txt)"
            pmode list >list2.tsv
            [ "$(mlr --itsv --onidx filter "\$id == $id" then cut -f active list2.tsv)" = 1 ] || fail "$board: mode $id is not active" ;;
        yes) [ $got = 75 ] && grep -q 'pg_mask' err.txt || fail "$board: mode $id: status $got: $(cat err.txt)" ;;
        esac
    done < <(mlr --itsv --onidx --ofs tab cut -o -f id,reboot list.tsv)
    # A mode exported in the board's own grammar is read back as the same mode.
    pmode export max/max/max/max --id 14 --name lab >block.txt
    conf=$(readlink -f M/etc/nvpmodel.conf)
    { grep -v PM_CONFIG "$conf"; cat block.txt; grep PM_CONFIG "$conf"; } >lab.conf
    pmode list --conf lab.conf >lab.tsv
    [ "$(mlr --itsv --onidx filter '$id == 14' then cut -f name,cores lab.tsv)" = "lab $(mlr --itsv --onidx stats1 -a max -f cores list.tsv)" ] ||
        fail "$board: export: $(cat lab.tsv)"
    jetsim umount M
    rmdir M
done
