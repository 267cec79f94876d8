#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The main pipeline of metering on live boards: sampling, wrapping, joining, listing; and what faults do to it.
set -eu
fail() {
    echo "FAILED: $*"
    exit 1
}

mkdir M
jetsim mount --board orin-nano M

powerlog --root M -i 100ms -n 20 -o p.tsv && datamash -sH --narm -g rail mean power_w <p.tsv >means
[ "$(wc -l <means)" = 5 ] || fail "rails: $(cat means)"
awk -F'\t' '$1 == "TOTAL" { t = $2 } $1 == "VDD_IN" { v = $2 } END { exit !(t == v && t > 0) }' means ||
    fail "TOTAL is not VDD_IN: $(cat means)"
datamash check <p.tsv >/dev/null
mlr --tsv cat p.tsv >/dev/null

powerlog --root M rails >rails
awk -F'\t' 'NR > 1 && $10 != 1 { exit 1 }' rails || fail "a rail is not readable"

powerlog --root M -i 10ms -d 2s --summary sum.tsv -o p.tsv 2>/dev/null
awk -F'\t' '$1 == "TOTAL" { exit !($3 > 1.98 && $3 < 2.2) }' sum.tsv || fail "duration: $(cat sum.tsv)"

# The wrapped command's rows join with the power, minibatch by minibatch.
powerlog --root M -o p.tsv -- jetsim step --root M --workload lenet --max-steps 200 -o s.tsv
joules p.tsv <s.tsv >j.tsv || [ $? = 1 ] # steps are shorter than the sensor's window
[ "$(wc -l <j.tsv)" = "$(wc -l <s.tsv)" ] || fail "a row was lost"
joules --by epoch,stage p.tsv <s.tsv >stages.tsv || [ $? = 1 ]
datamash check <stages.tsv >/dev/null

# A mode that the wrapped command sets for its own command is the mode that was measured.
powerlog --root M -o p.tsv -- pmode --root M run 4c/729600k/-/- -- sh -c 'pmode get --mode --columns mode --no-header >inside
    sleep 2'
meta() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' p.tsv.meta; }
[ "$(meta mode_during)" = "$(cat inside)" ] || fail "mode_during is $(meta mode_during), it was $(cat inside)"
[ "$(meta mode_start)" = "$(meta mode_end)" ] || fail "the mode was not restored"
[ "$(meta mode_start)" != "$(meta mode_during)" ] || fail "the mode did not change"

# A rail that dies mid-run is NA, named once, and the rest goes on.
(sleep 0.5; jetsim fault M rail-eio:VDD_SOC) &
status=0
powerlog --root M -i 50ms -d 1s -o p.tsv 2>err || status=$?
wait
[ $status = 1 ] || fail "status $status with a dead rail"
[ "$(grep -c VDD_SOC err)" = 1 ] || fail "said: $(cat err)"
awk -F'\t' '$3 == "VDD_SOC" { last = $7 } $3 == "TOTAL" { total = $7 } END { exit !(last == "NA" && total > 0) }' p.tsv ||
    fail "the dead rail or the total is wrong"
jetsim fault M --clear
jetsim umount M
