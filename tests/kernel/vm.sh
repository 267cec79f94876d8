#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vm.sh KERNEL WORK: boots the kernel of the one folder with the initramfs of the other on six processors in three clusters.
# The guest's output is ours, and so is the status that its init reports; 99 when it never did.
set -euo pipefail
kernel=${1:?vm.sh KERNEL WORK}
work=$2
here=$(cd "$(dirname "$0")" && pwd)
# Not gic-version=3: its driver stops the redistributor of a core that enters an idle state, and QEMU's never wakes it.
machine=(-M "virt,gic-version=2" -cpu cortex-a72 -smp "6,sockets=1,clusters=3,cores=2" -m 1024
    -nodefaults -display none)

make_device_tree() { # QEMU's own tree with the board's on top
    qemu-system-aarch64 "${machine[@]}" -machine "dumpdtb=$work/virt.dtb" 2>/dev/null
    dtc -q -I dtb -O dts -o "$work/virt.dts" "$work/virt.dtb"
    dtc -q -i "$work" -I dts -O dtb -o "$work/board.dtb" "$here/board.dts"
}

make_device_tree
# A panic reboots, which ends QEMU.
timeout "${WATTLINE_KERNEL_LIMIT:-600}" qemu-system-aarch64 "${machine[@]}" -accel tcg,thread=multi -serial stdio \
    -monitor none -no-reboot -kernel "$kernel/boot/vmlinuz-$(cat "$kernel/version")" -initrd "$work/initramfs" \
    -dtb "$work/board.dtb" -append "console=ttyAMA0 quiet panic=-1" </dev/null |
    sed -u 's/\r$//' | tee "$work/console.log" || true
status=$(sed -n 's/^guest: status \([0-9]*\)$/\1/p' "$work/console.log" | tail -1)
exit "${status:-99}"
