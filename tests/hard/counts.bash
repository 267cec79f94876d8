# SPDX-License-Identifier: Apache-2.0
# Sourced by the suites of tests/hard. A suite counts its cases and what went wrong in them, and prints a row per subject:
# suite, subject, cases, rows lost, states not restored, wrong answers with exit status 0. What went wrong in which case goes
# to standard error. Its exit status is 0 if all three counts of every row are 0.
# $quick is not empty if only a part of the cases is to run.
suite=$(basename "$0" .sh)
quick=''
if [ "${1:-}" = --quick ]; then quick=yes; fi
export quick
cases=0 rows_lost=0 not_restored=0 wrong=0 bad_rows=0

lose() { rows_lost=$((rows_lost + 1)) && echo "$suite: rows lost: $*" >&2; }
leave_changed() { not_restored=$((not_restored + 1)) && echo "$suite: not restored: $*" >&2; }
be_wrong() { wrong=$((wrong + 1)) && echo "$suite: wrong with exit status 0: $*" >&2; }
die() { echo "$suite: $*" >&2 && exit 1; }

# report SUBJECT: prints the row of the cases since the last report.
report() {
    [ "$cases" -gt 0 ] || die "$1: no case was run"
    printf '%s\t%s\t%d\t%d\t%d\t%d\n' "$suite" "$1" "$cases" "$rows_lost" "$not_restored" "$wrong"
    [ $((rows_lost + not_restored + wrong)) = 0 ] || bad_rows=$((bad_rows + 1))
    cases=0 rows_lost=0 not_restored=0 wrong=0
}
finish() { exit $((bad_rows > 0)); }

# beside FUNCTION NAME...: calls the function with each name at the same time, each in a new folder of that name, and then
# prints their rows. Returns 1 if one of them counted something bad or ended early. The folders are in memory, because fsync(2)
# of a disk would take most of the time.
beside() {
    local call=$1 name process processes=() status=0
    shift
    for name in "$@"; do
        mkdir "$name"
        mount -t tmpfs tmpfs "$name" || die "$name: not mounted"
        {
            cd "$name" || exit
            "$call" "$name"
            finish
        } >"$name.rows" &
        processes+=($!)
    done
    for process in "${processes[@]}"; do wait "$process" || status=1; done
    for name in "$@"; do cat "$name.rows"; done
    return $status
}
