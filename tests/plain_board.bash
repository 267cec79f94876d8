# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by tests that need a board of plain files: four cores, GPU, EMC, one sensor chip.

# plain_board DIR [PATH]: makes it, in place of one that is there. Its clocks follow at once. The predefined mode MAXN also
# sets PATH to 7.
plain_board() {
    local dir=$1 i
    local cpu=$dir/sys/devices/system/cpu gpu=$dir/sys/class/devfreq/17000000.gpu
    local chip=$dir/sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon3
    rm -rf "$dir"
    mkdir -p "$dir"/{etc,run,proc/sys/kernel,sys/firmware/devicetree/base,sys/kernel/nvpmodel_emc_cap} \
        "$cpu/cpufreq/policy0" "$gpu"/device/{of_node,power} "$chip"
    printf 'nvidia,p2972-0000\0' >"$dir/sys/firmware/devicetree/base/compatible"
    echo 5.10.104-tegra >"$dir/proc/sys/kernel/osrelease"
    for i in 0 1 2 3; do
        mkdir "$cpu/cpu$i" && echo 1 >"$cpu/cpu$i/online" && ln -s ../cpufreq/policy0 "$cpu/cpu$i/cpufreq"
    done
    echo 0-3 >"$cpu/present"
    echo "0 1 2 3" >"$cpu/cpufreq/policy0/related_cpus"
    echo "115200 1190400 2265600" >"$cpu/cpufreq/policy0/scaling_available_frequencies"
    echo 115200 >"$cpu/cpufreq/policy0/scaling_min_freq"
    echo 2265600 >"$cpu/cpufreq/policy0/scaling_max_freq"
    echo schedutil >"$cpu/cpufreq/policy0/scaling_governor"
    ln -s scaling_min_freq "$cpu/cpufreq/policy0/scaling_cur_freq"
    printf 'gv11b\0' >"$gpu/device/of_node/name"
    echo "114750000 905250000 1377000000" >"$gpu/available_frequencies"
    echo 114750000 >"$gpu/min_freq"
    echo 1377000000 >"$gpu/max_freq"
    ln -s min_freq "$gpu/cur_freq"
    echo nvhost_podgov >"$gpu/governor"
    echo auto >"$gpu/device/power/control"
    echo 0 >"$dir/sys/kernel/nvpmodel_emc_cap/emc_iso_cap"
    echo ina3221 >"$chip/name"
    echo 1 >"$chip/samples"
    for i in 1 2 3; do
        echo "RAIL$i" >"$chip/in${i}_label"
        echo 5000 >"$chip/in${i}_input"
        echo 1000 >"$chip/curr${i}_input"
        echo 1 >"$chip/in${i}_enable"
        echo 2000 >"$chip/shunt${i}_resistor"
    done
    cat >"$dir/etc/nvpmodel.conf" <<EOF
< PARAM TYPE=FILE NAME=CPU_ONLINE >
CORE_1 /sys/devices/system/cpu/cpu1/online
< PARAM TYPE=FILE NAME=OTHER >
A ${2:-/sys/other}
< POWER_MODEL ID=0 NAME=MAXN >
CPU_ONLINE CORE_1 1
OTHER A 7
< PM_CONFIG DEFAULT=0 >
EOF
}
