# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by the tests that compare the joules of a training on an emulated board with the board's own ledger. A busy
# machine may leave gaps in a log, and then joules says that it does not cover everything: such a log is recorded again, at
# most five times. `train` is the command of the training; it takes --root, -o and --epochs-out.
mkdir -p M

# record BOARD LIMIT MOUNT_OPTIONS...: makes j.tsv and l.tsv. LIMIT is `bound` or a percentage.
record() {
    board=$1 limit=$2
    shift 2
    jetsim mount --board "$board" "$@" M
    interval=100ms
    if [ "$limit" != bound ]; then interval=10ms; fi
    chip=
    if [ "$limit" != bound ] && [ "$board" = agx-orin ]; then chip='--chip-samples 1'; fi
    # shellcheck disable=SC2086
    powerlog -q --root M -i $interval $chip -o p.tsv -- "${train[@]}" --root M --epochs-out e.tsv -o s.tsv
    joules p.tsv <e.tsv >j.tsv || [ $? = 1 ] # a gap
    jetsim ledger M --from "$(awk -F'\t' 'NR == 2 { print $1 }' e.tsv)" --to "$(awk -F'\t' 'NR == 2 { print $2 }' e.tsv)" >l.tsv
    jetsim umount M
}
covered() { awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR == 2 { exit $c["coverage_pct"] != 100 }' j.tsv; }

against() {
    local attempt
    for attempt in 1 2 3 4 5; do
        record "$@"
        covered && break
        echo "$1: log $attempt has gaps"
    done
    truth=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $1 == "TOTAL" { print $c["energy_j"] }' l.tsv)
    awk -v b="$board" -v truth="$truth" -v limit="$limit" -F'\t' '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
        NR == 2 {
            off = $c["energy_j"] - truth
            if (off < 0) off = -off
            allowed = limit == "bound" ? $c["energy_err_j"] : truth * limit / 100
            printf "%s: %.2f J, ledger %.2f J, off %.2f %%, allowed %.2f %%\n", b, $c["energy_j"], truth, 100 * off / truth, 100 * allowed / truth
            exit !($c["coverage_pct"] == 100 && off <= allowed)
        }' j.tsv || exit 1
}
