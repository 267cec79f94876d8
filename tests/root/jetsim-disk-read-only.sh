#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A board on a read-only file system cannot note the disk: jetsim disk says so and mounts nothing.
set -eu
mkdir images copy && touch images/file
mkdir -p copy/run/wattline copy/run/jetsim
printf 'board orin-nano\ntime_scale 1\norigin_mono_ns 0\n' >copy/run/wattline/emulated
echo nothing >copy/run/jetsim/disks
mount --bind copy copy
mount -o remount,ro,bind copy
status=0
jetsim --root copy disk --profile hdd images slow 2>err || status=$?
umount copy
[ $status = 74 ] && grep -q "Read-only file system" err || { echo "status $status: $(cat err)" && exit 1; }
! grep -q "$SCRATCH" /proc/self/mounts || { echo "mounted" && exit 1; }
