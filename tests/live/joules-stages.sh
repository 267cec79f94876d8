#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The energy of each stage of an emulated minibatch, which joules --fit computes from readings that average over several of
# them, agrees with the board's own ledger within the printed bound.
set -euo pipefail
fail() { echo "$*"; exit 1; }
# The stall is so short that a few late readings, as on a busy machine, leave its power undetermined: then once more.
for attempt in 1 2 3; do
    rm -f ./*.tsv ./*.tsv.meta
    "$SRC/bench/metering/stage_energy.sh" agx-orin resnet18 $attempt 100 >stages.tsv
    awk -F '\t' '$5 != "NA" {
            off = $5 - $7
            known[$4] = 1
            if ($6 !~ /^[0-9.]+$/ || (off < 0 ? -off > $6 + 0 : off > $6 + 0)) bad++
        }
        END { exit !(known["forward"] && known["backward"] && known["optimizer"] && !bad) }' stages.tsv || fail "$(cat stages.tsv)"
    stall=$(awk -F '\t' '$4 == "stall" { print $5 }' stages.tsv)
    [ "$stall" = NA ] || break
done
[ "$stall" != NA ] || fail "$(cat stages.tsv)"

# With the settings of the boot the chip averages over whole minibatches of nearly the same length.
mkdir M
jetsim mount --board agx-orin M
powerlog -q --root M -i 100ms -r TOTAL -o boot.tsv -- jetsim step --workload resnet18 --max-steps 20 --stages -o s.tsv
joules --by stage --fit boot.tsv <s.tsv >j.tsv 2>note.txt && fail "status 0 without energies"
grep -q 'have no energy: the readings do not determine their power within 50 %' note.txt || fail "$(cat j.tsv note.txt)"
jetsim umount M
