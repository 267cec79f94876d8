#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# metering.sh: the figures of powerlog, loadlog and joules beside what people run today, on this machine, as a table.
# Writes bench/metering.md too. BIN is the folder of the built tools. Needs python3, awk and a C compiler; the disk
# comparison needs fio and iostat, and is said to be missing without them.
set -eu
SRC=$(cd "$(dirname "$0")/.." && pwd)
BIN=${BIN:-$SRC/build/bin}
export PATH="$BIN:$PATH" LC_ALL=C
scratch=$(mktemp -d "${SHM:-/dev/shm}/wattline-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
SECONDS_EACH=${SECONDS_EACH:-5}
ROUNDS=${ROUNDS:-3}

row() { printf '| %s | %s | %s |\n' "$1" "$2" "$3" | tee -a table.md; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# summary_of FILE COLUMN: of the TOTAL row.
summary_of() { awk -F'\t' -v n="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == n) c = i } $1 == "TOTAL" { print $c }' "$1"; }

make_tree() { # six rails of an AGX Xavier on tmpfs
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

build_empty_loop() { # prints the CPU time of one wake-up, in us
    cat >empty.c <<'C'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
int main(int argc, char** argv) {
  long period = atol(argv[1]), count = atol(argv[2]);
  struct timespec due, used;
  (void)argc;
  prctl(PR_SET_TIMERSLACK, 1);
  clock_gettime(CLOCK_MONOTONIC, &due);
  for (long i = 0; i < count; i++) {
    due.tv_nsec += period;
    while (due.tv_nsec >= 1000000000) { due.tv_nsec -= 1000000000; due.tv_sec++; }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  printf("%.3f\n", (used.tv_sec * 1e9 + used.tv_nsec) / 1e3 / count);
}
C
    "${CC:-cc}" -O2 -o empty empty.c
}

# The loop that people write: read the files, write a CSV line, sleep for the rest of the interval.
cat >loop.py <<'P'
import csv, glob, resource, sys, time
files = sorted(glob.glob(sys.argv[1] + "/sys/bus/i2c/drivers/ina3221/*/hwmon/hwmon*/*_input"))
interval, count = float(sys.argv[2]), int(sys.argv[3])
def cat(path):
    with open(path) as f: return f.readline().rstrip("\n")
before = resource.getrusage(resource.RUSAGE_SELF)
with open("loop.csv", "w") as out:
    writer = csv.writer(out)
    for _ in range(count):
        start = time.time()
        writer.writerow([start] + [int(cat(f)) for f in files])
        time.sleep(max(0, interval - (time.time() - start)))
after = resource.getrusage(resource.RUSAGE_SELF)
print((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / count * 1e6)
P
cat >pipeline.py <<'P'
import os, resource, sys, time
interval, count = float(sys.argv[2]), int(sys.argv[3])
command = "cat " + sys.argv[1] + "/sys/bus/i2c/drivers/ina3221/*/hwmon/hwmon*/*_input | awk '{printf \"%s,\", $1}' | sed 's/,$//'"
def used():
    return sum(r.ru_utime + r.ru_stime for r in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)))
before = used()
for _ in range(count):
    start = time.time()
    os.popen(command).read()
    time.sleep(max(0, interval - (time.time() - start)))
print((used() - before) / count * 1e6)
P

# CPU time per sample of a logger, in us: what a run of three times as many samples takes more, so that the start of the
# program does not count.
cpu_per_sample() { # HZ COMMAND...
    local hz=$1 count
    count=$((hz * SECONDS_EACH / 2))
    shift
    python3 - "$count" "$@" <<'P'
import resource, subprocess, sys
count = int(sys.argv[1])
def used(samples):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(sys.argv[2:] + ["-n", str(samples)], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
print((used(3 * count) - used(count)) / (2 * count) * 1e6)
P
}

bench_cpu() {
    local hz ms
    for hz in 10 100 1000; do
        ms=$((1000 / hz))
        for _ in $(seq "$ROUNDS"); do
            ./empty $((ms * 1000000)) $((hz * SECONDS_EACH)) >>empty.$hz
            cpu_per_sample $hz powerlog -q --root T -i ${ms}ms -o p.tsv >>powerlog.$hz
            cpu_per_sample $hz loadlog -q -i ${ms}ms -o l.tsv >>loadlog.$hz
        done
        row "CPU per sample of powerlog, 6 rails, $hz Hz (us; share of a core)" \
            "$(median <powerlog.$hz | awk -v hz=$hz '{ printf "%.1f; %.3f %%", $1, $1 * hz / 1e4 }')" \
            "empty loop $(median <empty.$hz | awk '{ printf "%.1f us: bar %.1f us", $1, 1.5 * $1 + 10 }')"
        row "CPU per sample of loadlog, $hz Hz (us)" "$(median <loadlog.$hz | awk '{ printf "%.1f", $1 }')" "" 
    done
    for _ in $(seq "$ROUNDS"); do
        python3 loop.py T 0.1 $((10 * SECONDS_EACH)) >>python.10
        python3 pipeline.py T 0.1 $((10 * SECONDS_EACH)) >>popen.10
    done
    row "CPU per sample at 10 Hz against a Python loop" \
        "$(paste -d ' ' <(median <python.10) <(median <powerlog.10) | awk '{ printf "%.1fx less", $1 / $2 }')" \
        "Python $(median <python.10 | awk '{ printf "%.0f", $1 }') us; bar 6x"
    row "CPU per sample at 10 Hz against a popen pipeline" \
        "$(paste -d ' ' <(median <popen.10) <(median <powerlog.10) | awk '{ printf "%.0fx less", $1 / $2 }')" \
        "pipeline $(median <popen.10 | awk '{ printf "%.0f", $1 }') us; bar 100x"
}

bench_lateness() {
    for _ in $(seq "$ROUNDS"); do
        powerlog -q --root T -i 1ms -d "${SECONDS_EACH}s" --summary s.tsv -o p.tsv
        summary_of s.tsv late_p50_s >>late50
        summary_of s.tsv late_p99_s >>late99
        awk -v s="$(summary_of s.tsv samples)" -v m="$(summary_of s.tsv missed)" 'BEGIN { print 100 * s / (s + m) }' >>held
    done
    row "lateness at 1 kHz: p50, p99 (us); ticks held" \
        "$(paste -d ' ' <(median <late50) <(median <late99) <(median <held) | awk '{ printf "%.0f, %.0f; %.2f %%", $1 * 1e6, $2 * 1e6, $3 }')" \
        "bar 30, 100; 99 %"
}

bench_stop() {
    powerlog -q --root T -i 10ms -d 3s --summary s.tsv -o p.tsv &
    local pid=$!
    sleep 1
    kill -STOP $pid
    sleep 0.5
    kill -CONT $pid
    wait $pid
    row "SIGSTOP for 0.5 s at 100 Hz: ticks missed" "$(summary_of s.tsv missed)" "bar 50 +- 1 (and what the machine loses)"
}

square_wave() { # power rows of 6/14 W, 310 ms, for 31 s: 310 J; at 5 ms a half period is a whole number of rows
    awk 'BEGIN { OFS = "\t"; print "time_s", "mono_s", "rail", "power_w", "stale", "source"
        for (k = 0; k <= 6200; k++) { t = 10 + k / 200; phase = (k % 62) / 62
            printf "%.6f\t%.6f\tTOTAL\t%.4f\t0\tmeasured\n", 1000 + t, t, phase < 0.5 ? 6 : 14 } }' >wave.tsv
    awk 'BEGIN { OFS = "\t"; print "start_mono_s", "end_mono_s"; print 10, 41 }' >whole.tsv
    joules wave.tsv <whole.tsv | cut -f 3 | tail -n 1
}

bench_joules() {
    awk 'BEGIN { OFS = "\t"; print "time_s", "mono_s", "rail", "scope", "voltage_v", "current_a", "power_w", "stale", "source"
        for (k = 0; k < 4000000; k++) { t = 1000 + k / 1000
            printf "%.6f\t%.6f\tTOTAL\ttotal\tNA\tNA\t%.4f\t0\tmeasured\n", 1700000000 + t, t, 20 + k % 7 } }' >big.tsv
    head -n 1000001 big.tsv >quarter.tsv
    awk 'BEGIN { OFS = "\t"; print "start_mono_s", "end_mono_s"; for (k = 0; k < 3900; k++) print 1001 + k, 1002 + k }' >steps.tsv
    cat big.tsv >/dev/null
    cat >measure.py <<'P'
import resource, subprocess, sys
subprocess.run(sys.argv[2:], stdin=open(sys.argv[1]), stdout=subprocess.DEVNULL, check=False)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
P
    for _ in $(seq "$ROUNDS"); do
        python3 measure.py steps.tsv joules big.tsv >>joules.4m
        python3 measure.py steps.tsv joules quarter.tsv >>joules.1m
        python3 measure.py big.tsv awk -F'\t' 'NR > 2 { s += ($2 - t) * ($7 + w) / 2 } { t = $2; w = $7 } END { print s }' >>awk.4m
    done
    row "joules, power rows per second of one core (millions)" \
        "$(cut -d ' ' -f 1 joules.4m | median | awk '{ printf "%.2f", 4 / $1 }')" \
        "awk doing the sum alone $(cut -d ' ' -f 1 awk.4m | median | awk '{ printf "%.2f", 4 / $1 }'); bar 5"
    row "joules, memory at 1 and 4 million rows (MB)" \
        "$(paste -d ' ' <(cut -d ' ' -f 2 joules.1m | median) <(cut -d ' ' -f 2 joules.4m | median) | awk '{ printf "%.1f, %.1f", $1 / 1024, $2 / 1024 }')" \
        "bar: the same"
    row "310 ms square wave, 5 ms rows: energy (J)" "$(square_wave)" "analytic 310; bar 0.1 %"
}

bench_disk() {
    if ! command -v fio >/dev/null || ! command -v iostat >/dev/null; then
        row "IOPS and bytes/s against iostat" "not measured: install fio and sysstat" ""
        return
    fi
    local where=${DISK_DIR:-$SRC} device
    loadlog --disk "$where" -n 1 -o d.tsv
    device=$(awk -F'\t' '$1 == "disk" { n = split($2, p, " -> "); print p[n] }' d.tsv.meta)
    fio --name=bench --directory="$where" --size=64M --rw=randread --bs=16k --direct=1 --time_based --runtime=14 \
        --rate_iops=500 --output=fio.txt --filename=.wattline-bench-fio &
    local pid=$!
    sleep 2
    iostat -dxy "$device" 10 1 >iostat.txt &
    loadlog --disk "$where" -i 10s -n 2 -o d.tsv
    wait $!
    wait $pid
    rm -f "$where/.wattline-bench-fio"
    local ours theirs
    ours=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } END { printf "%.1f %.0f", $c["read_per_s"], $c["read_b_per_s"] / 1024 }' d.tsv)
    theirs=$(awk -v d="$device" '$1 == d { printf "%.1f %.0f", $2, $3 }' iostat.txt)
    row "reads/s and kB/s of an fio run, loadlog" "$ours" "iostat $theirs; bar 1 %"
}

build_empty_loop
make_tree T
{
    printf '# Metering\n\n'
    printf 'Made by `make bench-metering` on %s, %s cores, Linux %s, load average %s at the start.\n' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
    printf 'Medians of %s rounds of %s s, taken in turns. Plain files on tmpfs: no I2C, no driver.\n' "$ROUNDS" "$SECONDS_EACH"
    printf 'Zero allocations per sample and joules against the ledger are tests (unit/powerlog, unit/loadlog, live/joules-ledger).\n\n'
    printf '| what | figure | baseline or bar |\n|---|---|---|\n'
} | tee table.md
bench_cpu
bench_lateness
bench_stop
bench_joules
bench_disk
cp table.md "$SRC/bench/metering.md"
