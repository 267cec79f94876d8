#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every option of every command acts or is refused, beside each other option (tests/option_pairs.py): on a board of plain files,
# and on rows, tables and lists that any option can be tried on. What measures for seconds, pmsweep and pmsearch with a command,
# wattcompare and trainstep, is left to the tests of their options.
set -euo pipefail
. "$SRC/tests/plain_board.bash"
mkdir fixture
cd fixture
printf 'time_s\trate_hz\n0\t1\n400\t3\n600\t0\n' >rates.tsv
plain_board M
mkdir -p P/run P/sys && cp -r M/proc P && cp -r M/sys/firmware M/sys/bus P/sys
printf 'nvidia,p3767-0003\0' >P/sys/firmware/devicetree/base/compatible
chip=P/sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon3
for rail in 1:VDD_IN 2:VDD_CPU_GPU_CV 3:VDD_SOC; do echo "${rail#*:}" >"$chip/in${rail%%:*}_label"; done
pmode --root M save state
sed 's/MAXN/OTHER/' M/etc/nvpmodel.conf >other.conf
printf 'rail\tgain\toffset_w\nVDD_IN\t1.5\t0\n' >gains.tsv
for second in 17 18 19; do
    echo "06-09-2024 20:18:$second RAM 1/2MB CPU [10%@729,off] GR3D_FREQ 5% VDD_IN 5${second}0mW/1mW VDD_CPU_GPU_CV 900mW/1mW VDD_SOC 800mW/1mW"
done >tegra.log
awk -v OFS='\t' 'BEGIN {
    print "time_s", "mono_s", "rail", "scope", "voltage_v", "current_a", "power_w", "stale", "source"
    for (k = 0; k <= 1200; k++) for (r = 0; r < 2; r++)
        print 1000 + k / 10, k / 10, r ? "CPU" : "TOTAL", r ? "part" : "total", 5, 1, 5 + k % 7 + r, 0, "measured"
}' >power.tsv
awk -v OFS='\t' 'BEGIN {
    print "start_mono_s", "end_mono_s", "time_s", "epoch", "step", "phase", "stall_ms", "compute_ms", "step_ms", "source"
    for (k = 0; k < 50; k++) print 2 * k, 2 * k + 2, 1002 + 2 * k, int(k / 25), k % 25, k ? "counted" : "first", 500, 1500, 2000, "measured"
}' >steps.tsv
awk -v OFS='\t' 'BEGIN {
    print "time_s", "mono_s", "label", "origin", "source"
    for (k = 1; k < 5; k++) print 1000 + 9 * k, 9 * k, "mark " k, "fifo", "measured"
}' >marks.tsv
printf 'rail\tmean_w\tidle_w\nTOTAL\t5\t3\nCPU\t2\t1\n' >idle.tsv
awk -v OFS='\t' 'BEGIN {
    print "cores", "cpu_khz", "gpu_hz", "emc_hz", "minibatch_ms", "power_w"
    for (c = 1; c <= 4; c++) for (g = 905250000; g <= 1377000000; g += 471750000)
        print c, 2265600, g, 2133000000, 100 / c + 5e10 / g, 2 + c * c + (g / 1e9) ^ 3 * 4
}' >table.tsv
cut -f 1-4 table.tsv >modes.tsv
head -n 3 modes.tsv >fewer.tsv
tail -n 1 table.tsv | cat <(head -n 1 table.tsv) - >earlier.tsv
pmpredict fit table.tsv >prior.tsv
printf '%s\t%s\t%s\n' name value unit flops 3e9 1 activation_bytes 1e7 B operations 90 1 parameters 1e7 1 >net.tsv
mkdir set
for i in $(seq 40); do printf '%*s' $((i * 100)) '' >"set/$([ $((i % 2)) = 0 ] && echo a || echo b)$i"; done
sync -f set # The kernel writes pages back after half a minute: cachestat's column dirty would change in the middle of the test.
printf 'path\na2\na4\nb1\n' >names.txt
wattcheck -q power.tsv steps.tsv >verdicts.tsv || [ $? = 1 ]
cd ..
timeout 900 python3 "$SRC/tests/option_pairs.py" "$PWD/fixture"
