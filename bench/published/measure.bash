# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by published.sh, in its scratch folder: what measures our side of a published number.

boot='' # the mode in which a board has booted, if another one needs a reboot
booted() { local boot=$1 && "${@:2}"; } # booted MODE COMMAND...
# truth BOARD WORKLOAD [OPTION...]: a file with time and power of every mode; made once.
truth() {
    local file
    file=$(printf '%s-' "$@" "$boot")
    file=truth${file//[^a-zA-Z0-9-]/}.tsv
    [ -s "$file" ] || jetsim truth --board "$1" --workload "$2" ${boot:+--boot "$boot"} "${@:3}" >"$file"
    echo "$file"
}
# of_mode FORMULA BOARD WORKLOAD MODE [OPTION...]: FORMULA of ms and watts in this mode.
of_mode() {
    awk -F '\t' -v mode="$4" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["mode"] == mode { ms = $column["minibatch_ms"]; watts = $column["power_w"]; tokens = $column["tokens"]; print '"$1"'; found = 1; exit }
        END { exit !found }' "$(truth "$2" "$3" "${@:5}")"
}
step_ms() { of_mode ms "$@"; }
watts() { of_mode watts "$@"; }
step_j() { of_mode 'ms * watts / 1000' "$@"; }
tokens_per_s() { of_mode '1000 * tokens / ms' "$@"; }
# rail_w RAIL BOARD MODE WORKLOAD: the true mean power of a rail while it computes.
rail_w() {
    on_board "$2" "$3" 300
    jetsim step --root "$at" --workload "$4" --first-factor 1 --max-steps 300 --columns start_mono_s,end_mono_s --no-header -o s.tsv 2>/dev/null
    jetsim ledger "$at" --from "$(head -n 1 s.tsv | cut -f 1)" --to "$(tail -n 1 s.tsv | cut -f 2)" | awk -F '\t' -v rail="$1" '$1 == rail { print $6 }'
}
rail_j_per_token() { awk -v watts="$(rail_w "$1" "$2" "$3" "$4")" -v rate="$(tokens_per_s "$2" "$4" "$3")" 'BEGIN { print watts / rate }'; }
epoch_s() { of_mode "ms * $1 / 1000" "${@:2}"; } # epoch_s MINIBATCHES BOARD WORKLOAD MODE
# over_grid FORMULA GRID BOARD WORKLOAD: FORMULA of the extremes over the modes of an AGX Orin that were measured for publication.
over_grid() {
    awk -F '\t' -v grid="$2" '
        function in_4368() { return $1 % 2 == 0 && $2 >= 268800 && (($2 - 268800) % 153600 == 0 || $2 == 2201600) }
        function in_441() {
            return $1 % 4 == 0 && $4 > 204e6 && $2 >= 422400 && (($2 - 422400) % 307200 == 0 || $2 == 2201600) &&
                (($3 - 114750000) % 204000000 == 0 || $3 == 1300500000)
        }
        NR == 1 || !(grid == 441 ? in_441() : in_4368()) { next }
        { n++; ms = $5; watts = $6; joules = ms * watts / 1000 }
        n == 1 || ms < least_ms { least_ms = ms }
        n == 1 || watts < least_watts { least_watts = watts }
        n == 1 || joules < least_joules { least_joules = joules }
        ms > most_ms { most_ms = ms }
        watts > most_watts { most_watts = watts }
        { last_joules = joules } # everything at its maximum
        END { if (n != grid) exit 1; print '"$1"' }' "$(truth "$3" "$4")"
}
time_range() { over_grid 'most_ms / least_ms' "$@"; }
power_range() { over_grid 'most_watts / least_watts' "$@"; }
saved_pct() { over_grid '100 * (1 - least_joules / last_joules)' "$@"; }
# Of language models.
faster_pct() { change "$(tokens_per_s "$1" "$2" "$3")" "$(tokens_per_s "$1" "$2" "$4")"; } # faster_pct BOARD WORKLOAD MODE MODE
from_25_w() { ratio "$(rail_j_per_token $cpu_gpu $super $w25 llm-decode)" "$(rail_j_per_token $cpu_gpu $super $maxn llm-decode)"; }
from_to_32() { ratio "$("$1" agx-orin llm-decode $orin --batch 32)" "$("$1" agx-orin llm-decode ${orin%/*}/665600k --batch 32)"; }
prefill_gain() { ratio "$(tokens_per_s agx-orin llm-prefill $orin)" "$(tokens_per_s agx-orin llm-prefill $orin --context 4097)"; }
from_workloads() { ratio "$(watts agx-orin llm-decode-q4 $orin)" "$(watts agx-orin llm-prefill-q4 $orin)"; }
# from_to WHAT BOARD WORKLOAD MODE MODE: how many times as much WHAT is in the other mode.
from_to() { ratio "$("$1" "$2" "$3" "$4")" "$("$1" "$2" "$3" "$5")"; }
change() { awk -v a="$1" -v b="$2" 'BEGIN { print 100 * (b / a - 1) }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print b / a }'; }

# on_board BOARD MODE SCALE: the board is mounted at $at, in that mode. Functions run in subshells: files say what is mounted.
on_board() {
    local folder=$1-$3-$boot
    at=$folder/M
    if [ ! -d "$at" ]; then
        mkdir -p "$at"
        jetsim mount --board "$1" --time-scale "$3" ${boot:+--boot "$boot"} --ideal-sensors "$at"
    fi
    [ "$(cat "$folder/mode" 2>/dev/null)" = "$2" ] || pmode --root "$at" set "$2" >/dev/null
    echo "$2" >"$folder/mode"
}
# trained BOARD MODE WORKLOAD [OPTION...]: leaves, for each epoch of an emulated training, its number and stall, computing, whole
# time (ms) and energy (J) of a minibatch in the file $run; made once.
trained() {
    run=$(printf '%s-' "$@")
    run=run${run//[^a-zA-Z0-9-]/}.tsv
    [ ! -s "$run" ] || return 0
    on_board "$1" "$2" 300
    jetsim step --root "$at" --workload "$3" --epochs 2 --max-steps 60 "${@:4}" -o s.tsv 2>/dev/null
    local epoch n stall compute step from to
    while read -r epoch n stall compute step from to; do
        printf '%s\t%s\t%s\t%s\t%s\n' "$epoch" "$stall" "$compute" "$step" "$(jetsim ledger "$at" --from "$from" --to "$to" |
            awk -F '\t' -v n="$n" '$1 == "TOTAL" { print $5 / n }')" >>"$run"
    done < <(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["phase"] != "counted" { next }
        { e = $column["epoch"]; n[e]++; stall[e] += $column["stall_ms"]; compute[e] += $column["compute_ms"]; step[e] += $column["step_ms"] }
        n[e] == 1 { from[e] = $column["start_mono_s"] }
        { to[e] = $column["end_mono_s"] }
        END { for (e = 0; e in n; e++) print e, n[e], stall[e] / n[e], compute[e] / n[e], step[e] / n[e], from[e], to[e] }' s.tsv)
}
# per_epoch COLUMN EPOCH BOARD MODE WORKLOAD [OPTION...]: a column of a minibatch, times the minibatches of the published data set
# and divided by 1000: s or kJ.
per_epoch() {
    trained "${@:3}"
    awk -v column="$1" -v epoch="$2" -v n="$(minibatches "$5")" '$1 == epoch { print $column * n / 1000 }' "$run"
}
minibatches() {
    case $1 in mobilenetv3) echo 1443 ;; resnet18) echo 3125 ;; lenet) echo 3750 ;; yolov8n) echo 1563 ;; bert) echo 743 ;; esac
}
# Of the first epoch, and of a later one.
first_stall_s() { per_epoch 2 0 "$@"; }
first_epoch_s() { per_epoch 4 0 "$@"; }
stall_s() { per_epoch 2 1 "$@"; }
compute_s() { per_epoch 3 1 "$@"; }
epoch_kj() { per_epoch 5 1 "$@"; }
trained_epoch_s() { per_epoch 4 1 "$@"; }
# changed WHAT BOARD MODE MODE WORKLOAD [OPTION...]: by how many percent WHAT changes from one mode to the other.
changed() { change "$("$1" "$2" "$3" "${@:5}")" "$("$1" "$2" "$4" "${@:5}")"; }
times() { ratio "$("$1" "$2" "$3" "${@:5}")" "$("$1" "$2" "$4" "${@:5}")"; } # the same, how many times as much
per_minibatch() { ratio "$(minibatches "$4")" "$("$@")"; }                       # per_minibatch WHAT BOARD MODE WORKLOAD [OPTION...]
# with_workers WHAT FEW MANY BOARD MODE WORKLOAD [OPTION...]: the same from few loader threads to many.
with_workers() { change "$("$1" "${@:4}" --workers "$2")" "$("$1" "${@:4}" --workers "$3")"; }
# with_samples FEW MANY BOARD MODE WORKLOAD [OPTION...]: how many times as long an epoch takes with many samples as with few.
with_samples() {
    awk -v a="$(trained_epoch_s "${@:3}" --samples "$1")" -v b="$(trained_epoch_s "${@:3}" --samples "$2")" -v n="$1" -v m="$2" \
        'BEGIN { print b * m / (a * n) }'
}
idle_w() { # idle_w BOARD MODE
    on_board "$1" "$2" 20
    powerlog -q --root "$at" -i 1s -n 10 --rail TOTAL --columns power_w --no-header | awk '{ sum += $1 } END { print sum / NR }'
}
gpu_pct() { reading gpu_pct "$@"; } # gpu_pct BOARD MODE WORKLOAD [OPTION...]
gpu_mhz() { reading gpu_hz "$@" | awk '{ print $1 / 1e6 }'; }
reading() { # reading COLUMN BOARD MODE WORKLOAD [OPTION...]: the median while it trains
    local steps=150
    [ "$4" != lenet ] || steps=3000
    on_board "$2" "$3" 20
    loadlog -q --root "$at" -i 1s --columns "$1" --no-header -o l.tsv -- \
        jetsim step --root "$at" --workload "$4" --first-factor 1 --max-steps $steps "${@:5}" -o s.tsv 2>/dev/null || [ $? = 1 ]
    grep -v NA l.tsv | sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}
# variation_pct BOARD MODE WORKLOAD: how much the epoch time differs between five boards of a kind (coefficient of variation).
variation_pct() {
    local seed
    for seed in 1 2 3 4 5; do trained_epoch_s "$@" --seed "$seed"; done |
        awk '{ n++; sum += $1; squares += $1 * $1 } END { print 100 * sqrt((squares / n - (sum / n) ^ 2) * n / (n - 1)) / (sum / n) }'
}
modes_of() { jetsim list --columns board,modes --no-header | awk -v board="$1" '$1 == board { print $2 }'; }
first_s() { # first_s BOARD MODE WORKLOAD: of the first minibatch
    on_board "$1" "$2" 300
    jetsim step --root "$at" --workload "$3" --max-steps 1 --columns step_ms --no-header 2>/dev/null | awk 'NR == 1 { print $1 / 1000 }'
}
did_not_run() { # did_not_run BOARD WORKLOAD: "did not run" if that is how it ends
    local status=0
    jetsim truth --board "$1" --workload "$2" >/dev/null 2>&1 || status=$?
    if [ $status = 0 ]; then echo ran; else echo 'did not run'; fi
}
