# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Parts of metering.sh: what joules does with rows, and loadlog's disk figures.

square_wave() { # power rows of 6/14 W, 310 ms, for 31 s: 310 J; at 5 ms a half period is a whole number of rows
    awk 'BEGIN { OFS = "\t"; print "time_s", "mono_s", "rail", "power_w", "stale", "source"
        for (k = 0; k <= 6200; k++) { t = 10 + k / 200; phase = (k % 62) / 62
            printf "%.6f\t%.6f\tTOTAL\t%.4f\t0\tmeasured\n", 1000 + t, t, phase < 0.5 ? 6 : 14 } }' >wave.tsv
    awk 'BEGIN { OFS = "\t"; print "start_mono_s", "end_mono_s"; print 10, 41 }' >whole.tsv
    joules wave.tsv <whole.tsv | cut -f 3 | tail -n 1
}

bench_joules() {
    local speed awks small large wave
    awk 'BEGIN { OFS = "\t"; print "time_s", "mono_s", "rail", "scope", "voltage_v", "current_a", "power_w", "stale", "source"
        for (k = 0; k < 4000000; k++) { t = 1000 + k / 1000
            printf "%.6f\t%.6f\tTOTAL\ttotal\tNA\tNA\t%.4f\t0\tmeasured\n", 1700000000 + t, t, 20 + k % 7 } }' >big.tsv
    head -n 1000001 big.tsv >quarter.tsv
    awk 'BEGIN { OFS = "\t"; print "start_mono_s", "end_mono_s"; for (k = 0; k < 3900; k++) print 1001 + k, 1002 + k }' >steps.tsv
    for _ in $(seq "$ROUNDS"); do
        spent steps.tsv joules big.tsv >>joules.4m
        spent steps.tsv joules quarter.tsv >>joules.1m
        spent big.tsv awk -F'\t' 'NR > 2 { s += ($2 - t) * ($7 + w) / 2 } { t = $2; w = $7 } END { print s }' >>awk.4m
    done
    speed=$(calc "4 / $(first_of joules.4m 1)") awks=$(calc "4 / $(first_of awk.4m 1)")
    row "joules, power rows per second of one core (millions)" "$(round "$speed" 2)" "awk doing the sum alone $(round "$awks" 2), bar 5" "$(verdict "$speed >= 5")"
    small=$(first_of joules.1m 2) large=$(first_of joules.4m 2)
    row "joules, memory at 1 and 4 million rows (MB)" "$(round "$(calc "$small / 1024")"), $(round "$(calc "$large / 1024")")" "bar: equal within 0.5" "$(verdict "$large - $small < 512")"
    wave=$(square_wave)
    row "310 ms square wave, 5 ms rows: energy (J)" "$wave" "analytic 310, bar 0.1 %" "$(verdict "$wave > 309.69 && $wave < 310.31")"
}

# spent STDIN COMMAND...: its CPU seconds and largest memory in KB.
spent() {
    python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[2:], stdin=open(sys.argv[1]), stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)' "$@"
}
first_of() { cut -d ' ' -f "$2" "$1" >column && median column; } # the median of a column

bench_disk() {
    if ! command -v fio >/dev/null || ! command -v iostat >/dev/null; then
        row "IOPS and bytes/s against iostat" "not measured: install fio and sysstat" ""
        return
    fi
    local where=${DISK_DIR:-$SRC} device pid ours theirs
    loadlog --disk "$where" -n 1 -o d.tsv
    device=$(awk -F'\t' '$1 == "disk" { n = split($2, p, " -> "); print p[n] }' d.tsv.meta)
    fio --name=bench --directory="$where" --size=64M --rw=randread --bs=16k --direct=1 --time_based --runtime=14 \
        --rate_iops=500 --output=fio.txt --filename=.wattline-bench-fio &
    pid=$!
    sleep 2
    iostat -dxy "$device" 10 1 >iostat.txt &
    loadlog --disk "$where" -i 10s -n 2 -o d.tsv
    wait $!
    wait $pid
    rm -f "$where/.wattline-bench-fio"
    ours=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } END { printf "%.1f %.0f", $c["read_per_s"], $c["read_b_per_s"] / 1024 }' d.tsv)
    theirs=$(awk -v d="$device" '$1 == d { printf "%.1f %.0f", $2, $3 }' iostat.txt)
    row "reads/s and kB/s of an fio run, loadlog" "$ours" "iostat $theirs, bar 1 %" \
        "$(echo "$ours $theirs" | awk '{ a = $1 / $3 - 1; b = $2 / $4 - 1; print a * a < 1e-4 && b * b < 1e-4 ? "pass" : "**miss**" }')"
}
