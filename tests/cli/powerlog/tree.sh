# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# make_tree DIR: the power sensor of an Orin Nano as plain files: 5 V, 1 A on each of its three rails.
make_tree() {
    local chip=$1/sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon1 base=$1/sys/firmware/devicetree/base n=0 label
    mkdir -p "$chip" "$base"
    printf 'nvidia,p3768-0000+p3767-0005\0nvidia,tegra234\0' >"$base/compatible"
    printf 'NVIDIA Jetson Orin Nano Developer Kit\0' >"$base/model"
    echo ina3221 >"$chip/name"
    echo 1 >"$chip/samples"
    echo 7 >"$chip/update_interval"
    for label in VDD_IN VDD_CPU_GPU_CV VDD_SOC; do
        n=$((n + 1))
        echo $label >"$chip/in${n}_label"
        echo 1 >"$chip/in${n}_enable"
        echo 5000 >"$chip/in${n}_input"
        echo 1000 >"$chip/curr${n}_input"
        echo 5000 >"$chip/shunt${n}_resistor"
    done
}
