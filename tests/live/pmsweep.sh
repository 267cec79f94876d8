#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A sweep of an emulated board: good modes, a knob that does not follow, a mode that hangs, clocks that are lowered.
set -euo pipefail
mkdir M
jetsim mount --board agx-orin --time-scale 20 M
field() { mlr --itsv --onidx --ofs ';' "$@"; }
key=cores,cpu_khz,gpu_hz,emc_hz
fail() {
    echo "$1"
    grep -H . ./*.err profiles.tsv frozen.tsv hang.tsv taken.tsv 2>/dev/null
    exit 1
}

pmode --root M enum --sample 12 --seed 1 | pmsweep --root M --out runs -- jetsim step --root M --workload resnet18 >profiles.tsv
datamash check <profiles.tsv >check.txt
pmode --root M enum --sample 12 --seed 1 | field cut -o -f $key >asked.txt
field cut -o -f $key profiles.tsv | cmp - asked.txt
[ "$(field filter '$minibatch_se_ms > 0 && $minibatch_se_ms < 0.05 * $minibatch_ms && $power_se_w > 0 &&
    $power_se_w < 0.05 * $power_w' then count profiles.tsv)" = 12 ] || fail "standard errors"
[ "$(field filter '$status == "ok" && $source == "emulated" && $minibatch_ms > 0 && $power_w > 5 &&
    $steps >= 40 && $power_samples >= 10 && $window_s >= 5' then count profiles.tsv)" = 12 ] || fail "not 12 good profiles"
while IFS=';' read -r cores cpu gpu emc; do
    for log in steps power profile; do [ -s "runs/${cores}_${cpu}_${gpu}_${emc}/$log.tsv" ] || fail "$log of $cores $cpu"; done
done <asked.txt
# Medians are the truth's but for noise.
jetsim truth --board agx-orin --workload resnet18 >truth.tsv
awk -F';' '
    NR == FNR { truth[$1, $2, $3, $4] = $5; next }
    { apart = $5 / truth[$1, $2, $3, $4] - 1; if (apart > 0.08 || apart < -0.08) bad++; sum += apart; n++ }
    END { exit !(n == 12 && bad == 0 && sum / n < 0.03 && sum / n > -0.03) }
' <(field cut -o -f $key,minibatch_ms truth.tsv) <(field cut -o -f $key,minibatch_ms profiles.tsv) || fail "far from the truth"

# A policy that does not follow, and an EMC clock that is not in the table, are failed runs with their reason.
jetsim fault M stuck-core:5
printf 'mode\n8c/1.2G/930M/2.133G\n8c/1.2G/930M/1.6G\n' >modes.tsv
status=0
pmsweep --root M --modes modes.tsv --out frozen -- jetsim step --root M --workload resnet18 >frozen.tsv 2>frozen.err || status=$?
[ $status = 1 ] || fail "status $status for failed runs"
field filter '$status == "failed" && $reason =~ "policy4"' then count frozen.tsv | grep -x 1 >/dev/null || fail "policy4 is not named"
field filter '$status == "failed" && $reason =~ "emc"' then count frozen.tsv | grep -x 1 >/dev/null || fail "emc is not named"
jetsim fault M --clear

# A mode in which the command hangs is given up in time; the live command is started again after it.
jetsim fault M hang:8c/1190400k/930750k/2133M
printf 'mode\n4c/1.2G/930M/2.133G\n8c/1.2G/930M/2.133G\n12c/1.2G/930M/2.133G\n' >modes.tsv
pmsweep --root M --modes modes.tsv --live --timeout 300s --out hang -- \
    jetsim step --root M --workload resnet18 --epochs 1000 >hang.tsv 2>hang.err || true
[ "$(field cut -f status hang.tsv | paste -sd,)" = ok,failed,ok ] || fail "the hanging mode"
# It made its first minibatch before the first mode was set, and after the hang in the third.
field filter '$phase != "counted"' hang/4_*/steps.tsv | grep . >/dev/null && fail "the command was started in the first mode"
field filter '$phase != "counted"' hang/12_*/steps.tsv | grep . >/dev/null || fail "the command was not started in the third mode"
jetsim fault M --clear

# Modes that need a reboot once the GPU was used are deferred and listed.
status=0
printf 'mode\nMAXN\n' | pmsweep --root M --out reboot -- jetsim step --root M --workload resnet18 >reboot.tsv 2>reboot.err || status=$?
[ $status = 75 ] && [ "$(field cut -f status reboot.tsv)" = deferred ] || fail "no mode was deferred"
grep -q 'need a reboot: MAXN' reboot.err || fail "the deferred mode is not listed"

# Clocks that are lowered while the window is open.
gpu=M/sys/class/devfreq/17000000.ga10b
printf 'mode\n4c/1.2G/930M/2.133G\n' |
    pmsweep --root M --out taken --window 60s -- jetsim step --root M --workload resnet18 >taken.tsv 2>taken.err &
for _ in $(seq 600); do [ -n "$(find taken -path '*/4*/steps.tsv' -size +0 2>/dev/null)" ] && break || sleep 0.05; done
cat "$gpu/min_freq" >min.txt
echo 318750000 >"$gpu/min_freq"
echo 318750000 >"$gpu/max_freq"
wait
field cut -f flag taken.tsv | grep clocks >/dev/null || fail "clocks that were lowered are not flagged"
