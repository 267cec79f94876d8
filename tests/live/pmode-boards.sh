#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every board that jetsim knows: random modes are set and proved, no write carries a frequency that the board lacks, and a
# saved state comes back, seen in every file of the tree. WATTLINE_MODES sets how many modes (6), and WATTLINE_BOARDS
# on which boards.
set -euo pipefail
fail() { echo "$*"; exit 1; }
# Sensors, counters and running clocks move by themselves. A path may have colons (PCI), none has blanks.
moving='/(proc|hwmon/hwmon[0-9]*|iio:device[0-9]*|thermal_zone[0-9]*|stats|run)/|_avg_activity|/cactmon/|trans_stat|load|cur_freq|clk_rate|/clk/[a-z_]*/(rate|state)|cpuidle/state[0-9]/(time|usage)'
all_files() { { grep -ras '' M/sys M/etc || true; } | grep -vaE "^[^[:space:]]*($moving)" | sort; }
of_board() { # of_board KEY BOARD: the value in the board's file, or in that of its base
    awk -F'\t' -v key="$1" '$1 == key { print $2; found = 1 } END { exit !found }' "$SRC/share/boards/$2.tsv" ||
        of_board "$1" "$(of_board base "$2")"
}
listed() { # listed FILE: its words, or those of the board file's row with that key
    case $1 in M/*) cat "$1" ;; *) of_board "$1" "$board" ;; esac
}
check_writes() { # every number written to a clock's file is of the board's tables; iso_cap knows 0 = no cap
    awk -v cpu="$(listed cpu.khz)" -v gpu="$(listed gpu.hz)" -v emc="$(listed emc.hz)" '
        function is_in(list, value) { return index(" " list " ", " " value " ") }
        / <- / { path = $(NF - 2); value = $NF; seen++ }
        path ~ /scaling_m.._freq/ { ok = is_in(cpu, value) }
        path ~ /\/devfreq\/.*m.._freq/ { ok = is_in(gpu, value) }
        path ~ /emc_iso_cap/ { ok = value == 0 || is_in(emc, value) }
        path ~ /nvpmodel_clk_cap|emc\/rate|clk_update_rate/ { ok = is_in(emc, value) }
        path ~ /online|governor|locked|halt|state$|disable|control/ { ok = value !~ /^[0-9][0-9]/ }
        !ok { print "not listed: " $0; bad = 1 }
        { ok = 0 }
        END { exit bad || seen < 20 }' writes.txt
}
boards=$({ jetsim mount --board none M 2>&1 || true; } | sed -n 's/.*one of: //p' | tr -d ,)
[ "$(wc -w <<<"$boards")" -ge 14 ] || fail "boards: $boards"
for board in ${WATTLINE_BOARDS:-$boards}; do
    mkdir M
    rm -f writes.txt
    jetsim mount --board "$board" M
    export WATTLINE_ROOT=$PWD/M
    pmode get >get.tsv || fail "$board: get"
    pmode board >board.tsv
    grep -q "^l4t	r3" board.tsv || fail "$board: no release"
    pmode list >list.tsv
    [ "$(pmode list --columns saved,reboot --no-header | grep -c '^1	no$')" = 1 ] || fail "$board: booted in another mode"
    pmode axes >axes.tsv
    for rows in get board list axes; do datamash check <$rows.tsv >/dev/null || fail "$board $rows: not a table"; done
    # What identifies a board's space: as many modes as jetsim list says, 1800 on an Orin Nano, more than 29000 on an AGX Xavier.
    modes=$(jetsim list --columns board,modes --no-header | awk -v board="$board" '$1 == board { print $2 }')
    [ "$(pmode enum --no-header | wc -l)" = "$modes" ] || fail "$board has not $modes modes"
    case $board in
    orin-nano) [ "$modes" = 1800 ] || fail "orin-nano has not 1800 modes" ;;
    agx-xavier*) [ "$modes" -gt 29000 ] || fail "$board has not 29k modes" ;;
    esac
    pmode save before.tsv
    all_files >files.before
    pmode enum --sample "${WATTLINE_MODES:-6}" --seed 7 >modes.tsv
    pmode set --dry-run --modes modes.tsv >checked.tsv
    cmp <(cut -f3- modes.tsv) <(cut -f3- checked.tsv) || fail "$board: dry run differs"
    while read -r mode; do
        pmode -vv set "$mode" >/dev/null 2>>writes.txt || fail "$board: $mode: $(tail -3 writes.txt)"
        [ "$(pmode get --mode --columns mode --no-header)" = "$mode" ] || fail "$board: $mode is not in force"
    done < <(tail -n +2 modes.tsv | cut -f3)
    check_writes || fail "$board: writes"
    pmode set max/max/max/max
    pmode pin
    pmode unpin
    pmode restore before.tsv
    pmode save after.tsv
    cmp before.tsv after.tsv || fail "$board: not brought back: $(diff before.tsv after.tsv)"
    all_files >files.after
    [ "$(wc -l <files.before)" -gt 100 ] && diff -a files.before files.after || fail "$board: files differ"
    pmode get --columns status --no-header >status.tsv
    ! grep -q deviates status.tsv || fail "$board: deviates after restore: $(pmode get)"
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
