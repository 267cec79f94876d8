#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Ten profiles of an emulated board predict every mode that pmode lists: no time is above what the clocks allow, and rows
# outside of what was profiled are marked.
set -euo pipefail
mkdir M
jetsim mount --board agx-orin M
jetsim truth --board agx-orin --workload resnet18 >truth.tsv
pmpredict design --modes truth.tsv --count 10 >design.tsv
awk -F'\t' '
    function key(i, mode) { for (i = 1; i <= 4; i++) mode = mode $of[i] " "; return mode }
    FNR == 1 { split("cores cpu_khz gpu_hz emc_hz", name, " "); for (i = 1; i <= NF; i++) for (k in name) if ($i == name[k]) of[k] = i }
    NR == FNR { wanted[key()] = 1; next }
    FNR == 1 || key() in wanted' design.tsv truth.tsv >profiles.tsv
[ "$(wc -l <profiles.tsv)" = 11 ] || { echo "not ten profiles:"; cat profiles.tsv; exit 1; }
pmpredict fit profiles.tsv >model.tsv
pmode enum --root M | pmpredict apply model.tsv >pred.tsv
pmode enum --root M | wc -l | cmp - <(wc -l <pred.tsv)
jetsim umount M
awk -F'\t' '
    FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    function slower(to, from) { return to < from ? from / to : 1 }
    # Of few cores at low clocks the system takes its share first.
    function left(cores, khz,   all) { all = cores * khz / top; return 1 / (1 + 0.25 / (all > 0.05 ? all : 0.05)) ^ 2 }
    FNR == 1 { next }
    NR == FNR { n++; for (i = 1; i <= 4; i++) mode[n, i] = $at[knob[i]]; ms[n] = $at["minibatch_ms"]; if (mode[n, 2] > top) top = mode[n, 2]; next }
    {
        for (r = 1; r <= n; r++) {
            most = 2.001 * ms[r] * slower(left($at["cores"], $at["cpu_khz"]), left(mode[r, 1], mode[r, 2]))
            for (i = 1; i <= 4; i++) most *= slower($at[knob[i]], mode[r, i])
            if ($at["minibatch_ms"] > most) { print "above the physical bound: " $0; bad = 1 }
        }
        for (i = 1; i <= 4; i++) {
            lowest = highest = mode[1, i]
            for (r = 2; r <= n; r++) { lowest = mode[r, i] < lowest ? mode[r, i] : lowest; highest = mode[r, i] > highest ? mode[r, i] : highest }
            outside = $at[knob[i]] < lowest || $at[knob[i]] > highest
            marked = index("," $at["extrapolates"] ",", "," short[i] ",") > 0
            if (outside != marked) { print "marked wrongly: " $0; bad = 1 }
            rows += outside
        }
    }
    BEGIN { split("cores cpu_khz gpu_hz emc_hz", knob, " "); split("cores cpu gpu emc", short, " ") }
    END { if (!rows) print "no mode is outside"; exit bad || !rows }' profiles.tsv pred.tsv
