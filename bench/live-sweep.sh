#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Board time of a sweep that restarts the command in each mode, compared with one that keeps it running and changes the
# mode (--live), and how much the medians of the two differ. On an emulated AGX Orin whose commands start as slowly as
# real ones. Results are recorded in bench/live.md by hand.
#   MODES=50 SCALE=10 WORKLOAD=resnet18 bench/live-sweep.sh
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../examples/start.bash"
arguments 0 "$@"
modes=${MODES:-50} scale=${SCALE:-10} workload=${WORKLOAD:-resnet18}
work=$(mktemp -d)
trap 'fusermount3 -u -z "$work/M" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
mkdir M
jetsim mount --board agx-orin --time-scale "$scale" M
export WATTLINE_ROOT=$work/M
pmode enum --sample "$modes" --seed 1 >modes.tsv
step=(jetsim step --workload "$workload" --first-factor 200)
# A seed per mode, because each start of a real command has its own noise. In the slowest modes a start takes an hour.
pmsweep -q --modes modes.tsv --out live --live -n 20 --timeout 3h -- "${step[@]}" --epochs 100000 >live.tsv || true
pmsweep -q --modes modes.tsv --out restart -n 20 --timeout 3h -- "${step[@]}" --seed '{id}' >restart.tsv || true
elapsed() { awk -F'\t' '$1 == "elapsed" { print $2 }' "$1/summary.tsv"; }
good() { mlr --itsv --onidx filter '$status == "ok" && $flag == "ok"' then cut -o -f id,minibatch_ms,power_w "$1"; }
awk '
    BEGIN { print "time\tpower\ttime_apart\tpower_apart" }
    NR == FNR { ms[$1] = $2; watts[$1] = $3; next }
    $1 in ms {
        time = 100 * ($2 / ms[$1] - 1)
        power = 100 * ($3 / watts[$1] - 1)
        print time "\t" power "\t" (time < 0 ? -time : time) "\t" (power < 0 ? -power : power)
    }' <(good restart.tsv) <(good live.tsv) >apart.tsv
printf 'modes\tlive_s\trestart_s\tshare_pct\ttime_bias_pct\ttime_apart_pct\tpower_bias_pct\tpower_apart_pct\n'
live=$(elapsed live) restart=$(elapsed restart)
printf '%s\t%s\t%s\t%s\t' "$(($(wc -l <apart.tsv) - 1))" "$live" "$restart" "$(echo "$live $restart" | awk '{ print 100 * $1 / $2 }')"
datamash -H --round 2 median time median time_apart median power median power_apart <apart.tsv | tail -1
