#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Board time of a sweep that restarts the command in each mode, beside one that changes modes under it (--live), and
# how far the medians of the two lie apart. On an emulated AGX Orin whose commands start as slowly as real ones.
#   MODES=50 SCALE=10 WORKLOAD=resnet18 bench/live-sweep.sh
set -euo pipefail
modes=${MODES:-50} scale=${SCALE:-10} workload=${WORKLOAD:-resnet18}
work=$(mktemp -d)
trap 'fusermount3 -u -z "$work/M" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
mkdir M
jetsim mount --board agx-orin --time-scale "$scale" M
export WATTLINE_ROOT=$work/M
pmode enum --sample "$modes" --seed 1 >modes.tsv
step=(jetsim step --workload "$workload" --first-factor 200)
pmsweep -q --modes modes.tsv --out live --live -n 20 -- "${step[@]}" --epochs 100000 >live.tsv || true
pmsweep -q --modes modes.tsv --out restart -n 20 -- "${step[@]}" >restart.tsv || true
elapsed() { awk -F'\t' '$1 == "elapsed" { print $2 }' "$1/summary.tsv"; }
good() { mlr --tsv filter '$status == "ok" && $flag == "ok"' then cut -o -f id,minibatch_ms,power_w "$1"; }
mlr --itsv --otsv join -j id --lp live_ --rp restart_ --lk --rk -f <(good live.tsv) then put -q '
  time = 100 * ($live_minibatch_ms / $restart_minibatch_ms - 1);
  power = 100 * ($live_power_w / $restart_power_w - 1);
  emit1 {"time": time, "power": power, "time_apart": abs(time), "power_apart": abs(power)}
' <(good restart.tsv) >apart.tsv
printf 'modes\tlive_s\trestart_s\tshare_pct\ttime_bias_pct\ttime_apart_pct\tpower_bias_pct\tpower_apart_pct\n'
live=$(elapsed live) restart=$(elapsed restart)
printf '%s\t%s\t%s\t%s\t' "$(($(wc -l <apart.tsv) - 1))" "$live" "$restart" "$(echo "$live $restart" | awk '{ print 100 * $1 / $2 }')"
datamash -H --round 2 median time median time_apart median power median power_apart <apart.tsv | tail -1
