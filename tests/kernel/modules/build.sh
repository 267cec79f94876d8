#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh KERNEL GENERATION: builds the modules in KERNEL/modules from what packages.sh unpacked in KERNEL.
set -eu
kernel=$1
source=$kernel/linux-source-$2
headers=$kernel/usr/src/linux-headers-$(cat "$kernel/version")
out=$kernel/modules
here=$(cd "$(dirname "$0")" && pwd)

# Debian's Makefile names the common headers by their place in /usr/src.
sed -i "s#include .*/linux-headers#include $(dirname "$headers")/linux-headers#" "$headers/Makefile"
rm -rf "$out"
mkdir -p "$out"
cp "$here"/*.c "$here"/*.h "$here"/Kbuild "$out"
for file in drivers/hwmon/ina3221.c drivers/hwmon/ina238.c drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c \
    drivers/devfreq/governor_performance.c drivers/devfreq/governor.h drivers/firmware/tegra/bpmp.c \
    drivers/firmware/tegra/bpmp-debugfs.c drivers/firmware/tegra/bpmp-private.h drivers/clk/tegra/clk-bpmp.c; do
    cp "$source/$file" "$out"
done
# irq_to_desc() is not exported to modules; this is its public spelling.
sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' "$out/irq_sim.c"
compiler=$(find /usr/bin -name 'aarch64-linux-gnu-gcc-[0-9]*' | sort -V | tail -1)
# Type information for BPF would need pahole.
make -s -C "$headers" M="$out" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- CC="$compiler" \
    DEB_HOST_GNU_TYPE=aarch64-linux-gnu DEB_BUILD_ARCH="$(dpkg --print-architecture)" DEB_HOST_ARCH=arm64 \
    CONFIG_DEBUG_INFO_BTF_MODULES= modules
