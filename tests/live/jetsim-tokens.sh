#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The energy of a token of an emulated language model agrees with the board's own ledger, prefill and decode have energies of
# their own, and prompts that the sensor does not resolve have none.
set -u
fail() { echo "$*" && exit 1; }
mkdir M && jetsim mount --board orin-nano-super M || exit 1
pmode --root M set 25W >/dev/null || fail 'no mode 25W'
powerlog -q --root M -o power.tsv -- jetsim --root M step --workload llm-decode --max-steps 200 -o r.tsv || fail 'the run failed'
joules --per tokens power.tsv <r.tsv >tokens.tsv || [ $? = 1 ] # 1: this machine was busy, and the bound is wide
first=$(awk -F '\t' 'NR == 3 { print $1 }' r.tsv) last=$(tail -n 1 r.tsv | cut -f 2)
truth=$(jetsim ledger M --from "$first" --to "$last" | awk -F '\t' '$1 == "TOTAL" { print $5 / 200 }')
awk -F '\t' -v truth="$truth" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { error = $at["energy_per_j"] - truth; if (error < 0) error = -error; print "a token:", $at["energy_per_j"], "J +-", $at["energy_per_err_j"] ", truth", truth
      good = $at["intervals"] == 200 && $at["tokens"] == 200 && ($at["energy_per_j"] == "NA" || error <= $at["energy_per_err_j"]) }
    END { exit !(NR == 2 && good) }' tokens.tsv || fail "$(cat tokens.tsv)"
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["tokens"] != 1 { exit 1 }' r.tsv || fail 'not a token in each step'
wattcheck -q --allow-emulated --profile quick --columns rule,verdict power.tsv r.tsv >v.tsv
grep -q '^tokens	pass$' v.tsv || fail "$(cat v.tsv)"

# Requests have both stages, whose energies are those of the ledger, and the first token is there after the prompt.
powerlog -q --root M -i 20ms -o power.tsv -- jetsim --root M step --workload llm-decode-q4 --context 2048 --generate 64 --max-steps 4 -o q.tsv ||
    fail 'the requests failed'
joules --by stage --per tokens power.tsv <q.tsv >stages.tsv || [ $? = 1 ]
truth=$(jetsim ledger M --from "$(sed -n 2p q.tsv | cut -f 1)" --to "$(tail -n 1 q.tsv | cut -f 2)" | awk -F '\t' '$1 == "TOTAL" { print $5 }')
awk -F '\t' -v truth="$truth" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { stages = stages $at["stage"] " " $at["tokens"] ";"; sum += $at["energy_j"]; bound += $at["energy_err_j"]; if ($at["energy_j"] == "NA") unknown = 1 }
    { per[$at["stage"]] = $at["energy_per_j"] }
    END { error = sum - truth; if (error < 0) error = -error; print stages, sum, "J +-", bound ", truth", truth
          exit !(stages == "prefill 8192;decode 256;" && (unknown || error <= bound && per["decode"] > 10 * per["prefill"])) }' stages.tsv || fail "$(cat stages.tsv)"
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { length_ms = $at["prefill_ms"] + $at["decode_ms"] }
    $at["first_token_ms"] != $at["prefill_ms"] || length_ms - $at["infer_ms"] > 0.002 || $at["infer_ms"] - length_ms > 0.002 { exit 1 }
    ($at["token_ms"] - $at["decode_ms"] / 63) ^ 2 > 1e-6 { exit 1 }' q.tsv || fail "$(cat q.tsv)"

# Each prompt takes 0.07 s, a third of two times 100 ms between readings.
powerlog -q --root M -o power.tsv -- jetsim --root M step --workload llm-prefill --context 128 --first-factor 1 --max-steps 2 -o r.tsv || fail 'the run failed'
joules --by step --per tokens power.tsv <r.tsv >tokens.tsv 2>err && fail 'a prompt shorter than two readings has an energy'
grep -q 'shorter than' err || fail "$(cat err)"
awk -F '\t' 'NR > 1 && $9 != 128 { exit 1 }' tokens.tsv || fail "not 128 tokens: $(cat tokens.tsv)"

# What a language model does not have is refused.
status=0 && jetsim --root M step --workload llm-decode --medium hdd --max-steps 2 2>err || status=$?
[ $status = 64 ] && grep -q 'llm-decode reads no data set' err || fail "--medium: status $status: $(cat err)"
status=0 && jetsim --root M step --interleave llm-decode+llm-decode --rate 5 2>err || status=$?
[ $status = 64 ] && grep -q 'llm-decode is not trained' err || fail "--interleave: status $status: $(cat err)"
jetsim umount M
