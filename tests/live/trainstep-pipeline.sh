#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A mode is set and a network trained under it in one pipeline; every stdout is well-formed TSV.
set -euo pipefail
mkdir M
jetsim mount --board agx-xavier M
export WATTLINE_ROOT=$PWD/M
dsgen images --out D --count 20 --classes 2 --width 160 --height 120 --bytes 5k --seed 1 >manifest.tsv
# head leaves after one line: tee and trainstep end quietly by SIGPIPE, which pipefail would take for an error.
set +o pipefail
pmode set 4c/1.2G/900M/1.6G && trainstep resnet18 --data D --epochs 1 --batch 4 2>stderr.txt | tee steps.tsv | head -1 >head.txt
set -o pipefail
[ ! -s stderr.txt ]
grep -q '^start_mono_s	end_mono_s	time_s' head.txt
[ "$(cat M/sys/devices/system/cpu/online)" = 0-3 ]
[ "$(cat M/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq)" = 1190400 ]

pmode get >get.tsv
pmode list >list.tsv
pmode axes >axes.tsv
powerlog -i 20ms -n 5 >power.tsv
powerlog -i 20ms -n 20 -o p.tsv -- jetsim step --workload resnet18 --max-steps 3 -o jetsim-steps.tsv
joules p.tsv <jetsim-steps.tsv >joules.tsv || [ $? = 1 ] # steps are shorter than the sensor's window
trainstep resnet18 --data D --epochs 1 --batch 4 --max-steps 2 >steps.tsv
for rows in manifest get list axes power joules steps jetsim-steps; do
    datamash check <$rows.tsv >/dev/null || { echo "$rows: not a table"; exit 1; }
    mlr --tsv cat $rows.tsv | cmp - $rows.tsv
done
