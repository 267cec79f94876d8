# SPDX-License-Identifier: Apache-2.0
# Sourced by the tests of this folder: waiting, two emulated boards, and what
# must hold for the profiles of twelve modes that they share.
fail() { echo "$*" && exit 1; }
within() { # within SECONDS COMMAND...: it succeeds before that
    local end=$((SECONDS + $1))
    until "${@:2}" >/dev/null 2>&1; do [ $SECONDS -lt $end ] || fail "not within $1 s: ${*:2}" && sleep 0.2; done
}
below() { # below PID: it and all that it started
    local child
    echo "$1"
    for child in $(pgrep -P "$1"); do below "$child"; done
}
mount_boards() {
    local board
    for board in board1 board2; do mkdir $board && jetsim mount --board orin-nano --time-scale 20 $board; done
    WATTLINE_ROOT=$PWD/board1 pmode enum --sample 12 --seed 3 --columns cores,cpu_khz,gpu_hz,emc_hz >modes.tsv
}
umount_boards() {
    local board
    for board in board1 board2; do jetsim umount -z $board 2>/dev/null || true; done
}
check_profiles() { # check_profiles TABLE PART...: each mode has one profile, and each part has one tag
    local part
    # shellcheck disable=SC1010,SC2016
    [ "$(mlr --itsv --onidx filter '$status == "ok"' then cut -f cores,cpu_khz,gpu_hz,emc_hz "$1" | sort -u | wc -l)" = 12 ] ||
        fail "not each mode has a profile: $(cat "$1")"
    [ "$(wc -l <"$1")" = 13 ] || fail "rows: $(cat "$1")"
    for part in "${@:2}"; do
        [ "$(mlr --itsv --onidx count-distinct -f board "$part" | wc -l)" = 1 ] || fail "$part: of several boards: $(cat "$part")"
    done
}
