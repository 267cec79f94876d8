#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A search for the mode and the size of the inference minibatch with which training beside inference is fastest, through
# pmsweep on an emulated board: the answer keeps every limit, and is not far from the best of what jetsim knows to be true.
set -euo pipefail
fail() {
    echo "FAILED: $*"
    exit 1
}
mkdir M
jetsim mount --board orin-nano --time-scale 20 M
pair=(--interleave resnet18+mobilenetv3 --rate 30)
jetsim truth --board orin-nano "${pair[@]}" --infer-batch 4,16,64 >truth.tsv
mlr --tsv filter '$cores == 6 && $cpu_khz >= 1100000' then cut -o -f mode,batch truth.tsv >modes.tsv
budget=11 latency=1000

# The rows of the command have what a profile needs.
head -n 1 modes.tsv >one.tsv
printf '6c/max/max/max\t16\n6c/max/max/max\t64\n' >>one.tsv
pmsweep --root M --modes one.tsv --out one -n 20 --check none -- jetsim --root M step "${pair[@]}" --infer-batch '{batch}' \
    --seed '{batch}' >rows.tsv
mlr --itsv --onidx cut -o -f status,logs rows.tsv | grep -c '^ok one/6_.*_batch=' | grep -x 2 >/dev/null || fail "$(cat rows.tsv)"
# The truth about the two profiles: times within 5 %, power within 6 %, and latencies no shorter than what they consist of.
mlr --tsv join -j cores,cpu_khz,gpu_hz,emc_hz,batch --lp true_ -f truth.tsv then put '
    $good = abs($minibatch_ms / $true_minibatch_ms - 1) < 0.05 && abs($infer_ms / $true_infer_ms - 1) < 0.05 &&
    abs($power_w / $true_power_w - 1) < 0.06 && $latency_p50_ms > $true_infer_ms + 1000 * ($batch - 1) / 30 - 5 &&
    $latency_p99_ms >= $latency_p95_ms && $latency_p95_ms >= $latency_p50_ms' rows.tsv >judged.tsv
[ "$(mlr --itsv --onidx filter '$good == "true"' then count judged.tsv)" = 2 ] || fail "$(cat judged.tsv)"

for limit in "${latency}ms" "p99=${latency}ms"; do
    rm -rf runs
    pmsearch --root M run --objective concurrent --budget $budget --rate 30 --latency "$limit" --modes modes.tsv \
        --max-profiles 10 --sweep-option=--out=runs --sweep-option=-n5 --sweep-option=--check=none -- \
        jetsim --root M step "${pair[@]}" --infer-batch '{batch}' --seed 3 >tries.tsv || fail "$limit: $(cat tries.tsv)"
    mlr --tsv filter '$decision == "answer"' tries.tsv >answer.tsv
    # Requests wait for their minibatch, and one training minibatch must fit before the next one. Profiles of five minibatches
    # are within 6 % of the true power, so the answer may exceed the budget by as much.
    mlr --itsv --ojson put -q '
        begin { @best = 1e9 }
        $window = 1000 * $batch / 30;
        $value = $minibatch_ms / (1 - $infer_ms / $window);
        $allowed = $power_w <= '$budget' && $window + $infer_ms <= '$latency' && $infer_ms + $minibatch_ms <= $window;
        if ($allowed && $value < @best) { @best = $value }
        end { emit @best }' truth.tsv >best.json
    best=$(mlr --ijson --onidx cat best.json)
    mlr --tsv join -j mode,batch --lp tried_ -f answer.tsv then put '
        $window = 1000 * $batch / 30;
        $excess = $minibatch_ms / (1 - $infer_ms / $window) / '"$best"' - 1;
        $good = $power_w < 1.07 * '$budget' && $window + $infer_ms < 1.03 * '$latency' && $excess < 0.3' truth.tsv >judged.tsv
    [ "$(mlr --itsv --onidx filter '$good == "true"' then count judged.tsv)" = 1 ] || fail "$limit: $(cat tries.tsv judged.tsv)"
done
mlr --itsv --onidx filter '$decision == "answer" && $latency_ms > 0 && $latency_ms <= 1000' then count tries.tsv | grep -x 1 >/dev/null ||
    fail "$(cat tries.tsv)"
jetsim umount M
