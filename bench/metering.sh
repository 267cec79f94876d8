#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# metering.sh: powerlog, loadlog and joules beside what people run today, as a table that is also written to
# bench/metering.md. Takes eleven minutes. Settings: BIN (the folder of the built tools), ONLY (the parts to run, of: cpu lateness
# stop observer joules disk; bench/metering.md is then left alone), SECONDS_EACH, ROUNDS, OBSERVER_SECONDS.
# Needs python3, awk and a C compiler. The part disk needs fio and iostat, the part observer trainstep; without them their rows
# name what is missing.
set -eu
SRC=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=examples/start.bash
. "$SRC/examples/start.bash"
arguments 0 "$@"
BIN=${BIN:-$SRC/build/bin}
PARTS=$SRC/bench/metering
export PATH="$BIN:$PATH"
scratch=$(mktemp -d "${SHM:-/dev/shm}/wattline-bench.XXXXXX")
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$scratch"' EXIT
cd "$scratch"
SECONDS_EACH=${SECONDS_EACH:-5}
ROUNDS=${ROUNDS:-3}

row() { printf '| %s | %s | %s | %s |\n' "$1" "$2" "$3" "${4:-}" | tee -a table.md; }
verdict() { awk "BEGIN { print ($1) ? \"pass\" : \"**miss**\" }"; } # of an awk expression
median() { sort -g "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
round() { printf "%.${2:-1}f" "$1"; }
calc() { awk "BEGIN { print ($1) }"; }
# summary_of FILE COLUMN: of the TOTAL row.
summary_of() { awk -F'\t' -v n="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == n) c = i } $1 == "TOTAL" { print $c }' "$1"; }

make_tree() { # six rails of an AGX Xavier on tmpfs: twelve files
    local base=$1/sys/firmware/devicetree/base chip n label
    mkdir -p "$base"
    printf 'nvidia,p2972-0000+p2888-0004\0nvidia,tegra194\0' >"$base/compatible"
    printf 'Jetson-AGX\0' >"$base/model"
    for chip in "0 GPU CPU SOC" "1 CV VDDRQ SYS5V"; do
        read -r -a words <<<"$chip"
        dir=$1/sys/bus/i2c/drivers/ina3221/1-004${words[0]}/hwmon/hwmon${words[0]}
        mkdir -p "$dir"
        echo ina3221 >"$dir/name"
        for n in 1 2 3; do
            label=${words[$n]}
            echo "$label" >"$dir/in${n}_label"
            echo 19000 >"$dir/in${n}_input"
            echo 100 >"$dir/curr${n}_input"
            echo 5000 >"$dir/shunt${n}_resistor"
        done
    done
}

ticks_cpu() { python3 "$PARTS/cpu_per_tick.py" "$1" "$SECONDS_EACH" "${@:2}"; }

bench_cpu() {
    local hz ms floor ours share most files=(T/sys/bus/i2c/drivers/ina3221/*/hwmon/hwmon*/*_input)
    for hz in 10 100 1000; do
        ms=$((1000 / hz))
        for _ in $(seq "$ROUNDS"); do
            ticks_cpu $hz ./empty_loop ${ms}000000 >>empty.$hz
            ticks_cpu $hz ./bare_loop ${ms}000000 b.txt "${files[@]}" >>bare.$hz
            ticks_cpu $hz powerlog -q --root T -i ${ms}ms -o p.tsv >>powerlog.$hz
            ticks_cpu $hz loadlog -q -i ${ms}ms -o l.tsv >>loadlog.$hz
        done
        floor=$(median empty.$hz) ours=$(median powerlog.$hz)
        most=$(calc "1.5 * $floor + 10")
        row "powerlog, CPU per sample of 6 rails (12 files), $hz Hz (us)" "$(round "$ours")" \
            "empty loop $(round "$floor"), bar $(round "$most"); a bare loop that reads the files and writes a line: $(round "$(median bare.$hz)")" \
            "$(verdict "$ours <= $most")"
        share=$(calc "$ours * $hz / 1e4")
        case $hz in
        10) row "powerlog at 10 Hz, share of a core (%)" "$(round "$share" 3)" "bar 0.1" "$(verdict "$share <= 0.1")" ;;
        100) row "powerlog at 100 Hz, share of a core (%)" "$(round "$share" 3)" "bar 0.5" "$(verdict "$share <= 0.5")" ;;
        esac
        row "loadlog, CPU per sample, $hz Hz (us)" "$(round "$(median loadlog.$hz)")" "empty loop $(round "$floor")"
        row "powerlog and loadlog together at $hz Hz, share of $(nproc) cores (%)" \
            "$(round "$(calc "($ours + $(median loadlog.$hz)) * $hz / 1e4 / $(nproc)")" 2)" "the machine otherwise idle"
    done
    for _ in $(seq "$ROUNDS"); do
        ticks_cpu 10 python3 "$PARTS/python_loop.py" T 0.1 loop.csv >>python
        python3 "$PARTS/popen_loop.py" T 0.1 $((10 * SECONDS_EACH)) >>popen
    done
    against "a Python loop" python 6
    against "a popen pipeline per sample" popen 100
}

against() { # against WHAT FILE BAR: at 10 Hz
    local times
    times=$(calc "$(median "$2") / $(median powerlog.10)")
    row "powerlog at 10 Hz against $1, CPU (times less)" "$(round "$times")" "$(round "$(median "$2")" 0) us, bar $3" "$(verdict "$times >= $3")"
}

bench_lateness() {
    local p50 p99 held floor
    for _ in $(seq "$ROUNDS"); do
        ./empty_loop 1000000 $((1000 * SECONDS_EACH)) >>late
        powerlog -q --root T -i 1ms -d "${SECONDS_EACH}s" --summary s.tsv -o p.tsv
        calc "$(summary_of s.tsv late_p50_s) * 1e6" >>late50
        calc "$(summary_of s.tsv late_p99_s) * 1e6" >>late99
        calc "100 * $(summary_of s.tsv samples) / ($(summary_of s.tsv samples) + $(summary_of s.tsv missed))" >>held
    done
    p50=$(median late50) p99=$(median late99) held=$(median held)
    floor="$(first_of late 1), $(first_of late 2); $(first_of late 3)"
    row "lateness at 1 kHz: p50, p99 (us); ticks held (%)" "$(round "$p50" 0), $(round "$p99" 0); $(round "$held" 2)" \
        "empty loop $floor, bar 30, 100; 99" "$(verdict "$p50 <= 30 && $p99 <= 100 && $held >= 99")"
}

bench_stop() {
    local missed all
    powerlog -q --root T -i 10ms -d 3s --summary s.tsv -o p.tsv &
    sleep 1
    kill -STOP $!
    sleep 0.5
    kill -CONT $!
    wait $!
    missed=$(awk -F'\t' '$3 == "TOTAL" { if (t && $2 - t > most) most = $2 - t; t = $2 } END { printf "%.0f", most / 0.01 - 1 }' p.tsv)
    all=$(calc "$(summary_of s.tsv samples) + $(summary_of s.tsv missed)")
    row "SIGSTOP for 0.5 s at 100 Hz: ticks missed meanwhile; taken and missed in 3 s" "$missed; $all" "bar 50 +- 1; 301" \
        "$(verdict "$missed >= 49 && $missed <= 51 && $all == 301")"
    row "its energy (J), stated bound of the error" "$(round "$(summary_of s.tsv energy_j)" 3), $(round "$(summary_of s.tsv energy_err_j)" 3)" "11.4 W for 3 s: 34.2" \
        "$(verdict "($(summary_of s.tsv energy_j) - 34.2) ^ 2 <= $(summary_of s.tsv energy_err_j) ^ 2")"
}

bench_observer() {
    local hz change low high parts most
    if ! command -v trainstep >/dev/null; then
        row "observer effect" "not measured: no trainstep here" ""
        return
    fi
    python3 "$PARTS/observer.py" T "${OBSERVER_SECONDS:-210}" 0.5 >observer
    while read -r hz change low high parts; do
        most=$(calc "$hz == 100 ? 1 : 0.5")
        row "trainstep lenet step with powerlog and loadlog at $hz Hz (% slower; 95 % interval)" "$change ($low to $high)" \
            "$parts half seconds with the loggers, in turns with as many without, bar $most" "$(within "$low" "$high" "$most")"
    done <observer
}

# miss: the whole interval is above the bar; pass: all of it is below, and it is narrow enough to find an effect as large as the bar.
within() {
    awk -v low="$1" -v high="$2" -v most="$3" 'BEGIN {
        print (low > most ? "**miss**" : (high <= most && high - low <= 2 * most ? "pass" : "too noisy to tell")) }'
}

# shellcheck source=bench/metering/rows.sh
. "$PARTS/rows.sh"

cc -O2 -o empty_loop "$PARTS/empty_loop.c"
cc -O2 -o bare_loop "$PARTS/bare_loop.c"
make_tree T
{
    printf '# Metering\n\n'
    printf 'Made by `make bench-metering` on %s, %s cores, Linux %s, load average %s at the start.\n' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
    printf 'Medians of %s rounds of %s s, taken in turns. The sensors are plain files on tmpfs, without I2C or a driver.\n' "$ROUNDS" "$SECONDS_EACH"
    printf 'Tests check the rest: zero allocations per sample (unit/powerlog, unit/loadlog), 24 hours without growth (live/powerlog-long),\n'
    printf 'a wall clock that jumps (unit/powerlog), joules against the ledger (live/joules-ledger).\n\n'
    printf '| what | figure | baseline or bar | |\n|---|---|---|---|\n'
} | tee table.md
for part in ${ONLY:-cpu lateness stop observer joules disk}; do "bench_$part"; done
printf '\nLoad average at the end: %s.\n' "$(cut -d ' ' -f 1-3 /proc/loadavg)" | tee -a table.md
if [ -z "${ONLY:-}" ]; then cp table.md "$SRC/bench/metering.md"; fi
