# SPDX-License-Identifier: Apache-2.0
# Sourced by failing-calls.sh: the short runs of the tools, in parts that run beside each other.
# shellcheck shell=bash disable=SC2034,SC2154 # what failing-calls.sh sets and uses
input=/dev/null
mode=2c/min/min/min other=4c/max/max/max

# copy_board BOARD: a copy of an emulated board in plain files, board/, whose clocks run at their upper limits.
# Thousands of runs on it take less time than hundreds on the mounted board.
copy_board() {
    mkdir mounted
    jetsim mount --board "$1" mounted
    cp -a mounted board 2>cp.err || true # some files can only be written
    jetsim umount mounted
    rmdir mounted
    local folder
    for folder in board/sys/devices/system/cpu/cpufreq/policy*; do
        ln -sf scaling_max_freq "$folder/scaling_cur_freq"
        ln -sf scaling_max_freq "$folder/cpuinfo_cur_freq"
    done
    for folder in board/sys/class/devfreq/*/; do ln -sf max_freq "$folder/cur_freq"; done
}

use_board() { # a board of its own, M, in its highest mode, and the list of the files of its knobs
    rm -rf M before
    cp -a ../board M
    export WATTLINE_ROOT=$PWD/M
    pmode set max/max/max/max
    pmode save before.tsv
    cp -a M before
    mapfile -t knobs < <(awk 'NR > 1 && $1 ~ /^\// { print "M" $1 }' before.tsv)
}

make_inputs() {
    awk -f "$SRC/tests/fixtures/surface.awk" >surface.tsv
    awk 'NR == 1 || NR % 20 == 0' surface.tsv >profiles.tsv
    pmpredict fit profiles.tsv >model.tsv
    seq 0 40 | awk 'BEGIN { print "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource" }
        { printf "%.6f\t%.6f\tTOTAL\ttotal\tNA\tNA\t5.0000\t0\tmeasured\n", 1010 + $1 / 10, 10 + $1 / 10 }' >power.tsv
    seq 0 2 | awk 'BEGIN { print "start_mono_s\tend_mono_s\tepoch\tsource" }
        { printf "%.6f\t%.6f\t%d\tmeasured\n", 10.5 + $1, 11.5 + $1, $1 }' >steps.tsv
    seq 0 80 | awk 'BEGIN { print "time_s\tmono_s\trail\tpower_w\tstale\tsource" }
        { printf "%.6f\t%.6f\tTOTAL\t%.4f\t0\tmeasured\n", 1010 + $1 / 10, 10 + $1 / 10, 5 + $1 / 100 + ($1 > 5 && $1 <= 75) }' >run.tsv
    printf 'name\tvalue\nrail.TOTAL.error_w\t0.010000\ntotal_rule\tVDD_IN\n' >run.tsv.meta
    seq 0 13 | awk 'BEGIN { print "start_mono_s\tend_mono_s\tsource" }
        { printf "%.6f\t%.6f\tmeasured\n", 10.5 + $1 / 2, 11 + $1 / 2 }' >minibatches.tsv
    awk 'BEGIN { print "block\tposition\tcommand\tduration_s\tsource"
        for (i = 0; i < 8; i++) { block = int(i / 2) + 1; command = (i + block) % 2 + 1
            printf "%d\t%d\t%d\t%.2f\tmeasured\n", block, i % 2 + 1, command, 2 + command + i % 3 / 100 } }' >runs.tsv
    mkdir tree && for i in 1 2 3; do printf '%5000d' "$i" >"tree/$i.bin"; done
    sync -f tree
}

try_pmode_changes() {
    every=yes try 'pmode run' keeps exact pmode run $mode -- true
    every=yes try 'pmode set' sets exact pmode set $mode
    pmode set $mode && pmode save low.tsv
    reset_board
    try 'pmode restore' sets exact pmode restore low.tsv
    try 'pmode bench' keeps shape pmode bench $mode $other --repeat 1 -o out/bench.tsv
}

# Sweeps set the modes of the board of plain files, and their command runs on a mounted one with the same clock, on which 50
# seconds pass in one: their time-out of an hour is 72 seconds.
use_fast_clock() {
    mkdir mounted
    jetsim mount --board orin-nano --time-scale 50 mounted
    cp mounted/run/wattline/emulated M/run/wattline/emulated
    cp M/run/wattline/emulated before/run/wattline/emulated
}

window=(--minibatches=5 --readings=5 --window=1s --interval=500ms --timeout=1h) train=(jetsim --root mounted step --workload lenet)
long=(--epochs 100000 --first-factor 2)
try_sweeps() {
    use_fast_clock
    pmode enum --sample 2 --seed 1 >modes.tsv
    most=$few try pmsweep keeps shape pmsweep --modes modes.tsv --out out/sweep "${window[@]}" -- "${train[@]}" "${long[@]}"
    most=$few try 'pmsearch run' keeps shape pmsearch run --budget 30 --modes modes.tsv --max-profiles 2 -o out/search.tsv \
        --sweep-option=--out=out/sweep "${window[@]/#/--sweep-option=}" -- "${train[@]}" "${long[@]}"
    try 'jetsim step' none shape "${train[@]}" --max-steps 5 -o out/steps.tsv
    local from to # of what is over, so that the energy does not change any more
    read -r from to < <(jetsim ledger mounted | awk 'NR == 2 { print $3, $4 }')
    try 'jetsim ledger' none exact jetsim ledger mounted --from "$from" --to "$to"
    jetsim umount mounted
}

# A sweep that has the first of its two modes.
try_resumed() {
    use_fast_clock
    pmode enum --sample 2 --seed 1 >modes.tsv
    mkdir given
    head -n 2 modes.tsv | pmsweep -q --out given/sweep "${window[@]}" -- "${train[@]}" "${long[@]}" >first.tsv
    reset_board
    given=given most=$few try 'pmsweep --resume' keeps shape pmsweep --resume --modes modes.tsv --out out/sweep "${window[@]}" -- \
        "${train[@]}" "${long[@]}"
    jetsim umount mounted
}

# In real time, in which the power is sampled without gaps also when the machine is busy.
try_comparisons() {
    most=$few try wattcompare keeps shape wattcompare -q --pilot 4 --max-runs 4 --warm-up 0 --cool-down 0 --timeout 1m \
        --quantities time_s -o out/rows.tsv --mode $mode --mode $other -- true
}

# Its first calls, before it is loaded, are not counted; those of LibTorch that follow are.
try_training() {
    if ! command -v trainstep >/dev/null; then echo "$suite: trainstep is not built: left out" >&2 && return; fi
    dsgen idx --out digits --count 64 >/dev/null
    most=$fewest try trainstep none shape trainstep lenet --data digits --epochs 2 --batch 16 -o out/steps.tsv \
        --epochs-out out/epochs.tsv
    [ -z "$quick" ] || return 0 # every case loads LibTorch
    local resumed=(trainstep lenet --data digits --batch 16 -o out/steps.tsv --epochs-out out/epochs.tsv --checkpoint out/c.pt --resume out/c.pt)
    mkdir given && "${resumed[@]/#out/given}" --epochs 1
    given=given most=$fewest try 'trainstep --resume' none shape "${resumed[@]}" --epochs 2
    dsgen landmarks --out landmarks --count 8 --classes 3 --width 64 --height 48 --bytes 1500 >/dev/null
    most=$fewest try 'trainstep --labels' none shape trainstep mobilenetv3 --data landmarks --labels train.csv --loader-only --batch 2 \
        -o out/steps.tsv --epochs-out out/epochs.tsv
}

try_jetsim() {
    try 'jetsim list' none exact jetsim list
    try 'jetsim truth' none exact jetsim truth --board nano --workload lenet
}

try_pmode_readings() {
    try 'pmode get' reads exact pmode get
    try 'pmode get --mode' reads exact pmode get --mode --columns name,mode
    try 'pmode save' reads exact pmode save out/state.tsv
    try 'pmode enum' reads exact pmode enum --axes cpu=2 --axes gpu=2
    try 'pmode list' reads exact pmode list
    try 'pmode verify' reads exact pmode verify
}

try_samplers() {
    try powerlog reads shape powerlog -n 3 -i 1ms -o out/power.tsv
    mkdir given && powerlog -q -n 2 -i 1ms -o given/power.tsv
    given=given try 'powerlog --append' reads shape powerlog -q -n 2 -i 1ms --append -o out/power.tsv
    printf 'time_s,power_w\n10.0,5.0\n10.5,6.0\n11.0,5.5\n' >meter.csv
    try 'powerlog import meter' none exact powerlog import meter --columns time_s,power_w -o out/power.tsv meter.csv
    printf 'RAM 1/2MB CPU [5%%@729,off] GR3D_FREQ 0%% VDD_IN 5000/5000\n%.0s' 1 2 3 >tegrastats.txt
    try 'powerlog import tegrastats' none exact powerlog import tegrastats -o out/power.tsv tegrastats.txt
    try 'loadlog import tegrastats' none exact loadlog import tegrastats -o out/load.tsv tegrastats.txt
    printf 'time,Power TOT\n1000,8210\n1001,9000\n' >jtop.csv
    try 'powerlog import jtop' none exact powerlog import jtop -o out/power.tsv jtop.csv
    try loadlog reads shape loadlog -n 2 -i 1ms -o out/load.tsv
    try 'loadlog programs' reads shape loadlog programs -n 2 -i 1ms -o out/programs.tsv
}

try_files() {
    make_inputs
    local columns=path,files,skipped,errors,unknown,pages,cached_pages # which both system calls count
    try cachestat none exact cachestat tree --columns $columns
    cp -a tree ../tree && sync -f ../tree # not in memory
    ready='cachestat evict -q ../tree --columns files --no-header -o evicted' \
        try 'cachestat warm' none exact cachestat warm ../tree --columns $columns
    input=steps.tsv try joules none exact joules power.tsv
    input=/dev/null
    try wattcheck none exact wattcheck --profile quick --require total run.tsv minibatches.tsv
    try 'wattcompare --from' none exact wattcompare -q --pilot 4 --from runs.tsv
    try 'pmsearch replay' none exact pmsearch run --replay profiles.tsv --budget 16
    input=profiles.tsv try 'pmsearch next' none exact pmsearch next --budget 16 --modes surface.tsv
    input=profiles.tsv try 'pmsearch explain' none exact pmsearch explain --budget 16 --modes surface.tsv
    input=profiles.tsv try 'pmpredict pareto' none exact pmpredict pareto
    input=/dev/null
    most=$few try 'pmtune --replay' none exact pmtune --replay profiles.tsv --budget 16 --steps 200 -o out/windows.tsv --summary out/words.txt
    try 'pmpredict fit' none exact pmpredict fit profiles.tsv
    input=profiles.tsv try 'pmpredict apply' none exact pmpredict apply model.tsv
    input=/dev/null
    try 'pmpredict phases' none exact pmpredict phases --train profiles.tsv --infer profiles.tsv --infer-batch 16 --rate 10 \
        --latency 10s --switch 20ms
    local set=(--count 2 --width 64 --height 48 --bytes 1500)
    try dsgen none exact dsgen images --out out/set --classes 2 "${set[@]}"
    dsgen boxes --out boxes "${set[@]}" >/dev/null
    try 'dsgen scale' none exact dsgen scale --from boxes --factor 1.5 --out out/set
}

part() { # part NAME: on a board of its own, beside the others
    use_board
    case $1 in
    changes) try_pmode_changes ;;
    sweeps) try_sweeps ;;
    resumed) try_resumed ;;
    comparisons) try_comparisons ;;
    readings)
        try_pmode_readings
        try_samplers
        ;;
    files)
        try_files
        try_jetsim
        ;;
    training) try_training ;;
    esac
}
