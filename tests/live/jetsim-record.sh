#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jetsim run --record: what a command read and wrote, and what it got; --fault: faults that are there when it starts.
set -eu
fail() { echo "FAILED: $*"; exit 1; }
cpus=/sys/devices/system/cpu
chip=/sys/devices/platform/c240000.i2c/i2c-1/1-0040/hwmon/hwmon3
jetsim run --board agx-orin --mode 4c/max/max/max --record r.tsv --fault rail-eio:VDD_GPU_SOC --fault stuck-core:0 -- sh -c '
    cat /sys/devices/system/cpu/present /sys/class/nosuch
    echo 5 >/sys/devices/system/cpu/cpu1/online
    echo 0 >/sys/devices/system/cpu/cpu1/online
    cat /sys/class/hwmon/hwmon3/in1_input
    ls /sys/class/thermal
    echo x >/etc/new && rm /etc/new
    jetsim fault / --list >faults' >seen 2>err || true

# holds COMMAND OPERATION PATH VALUE BYTES ERROR: once in the transcript
holds() {
    local wanted
    wanted=$(printf '%s\t%s\t%s\t%s\t%s\t%s' "$@")
    [ "$(cut -f 3- r.tsv | grep -cxF -- "$wanted")" = 1 ] || fail "no row, or more than one: $* in $(cat r.tsv)"
}
[ "$(head -n 1 r.tsv)" = "$(printf 'mono_s\tpid\tcommand\toperation\tpath\tvalue\tbytes\terror')" ] || fail "$(head -n 1 r.tsv)"
holds cat read $cpus/present '0-11\n' 5 NA
holds cat find /sys/class/nosuch NA NA 'No such file or directory'
holds sh write $cpus/cpu1/online '5\n' NA 'Invalid argument'
holds sh write $cpus/cpu1/online '0\n' 2 NA
holds cat read $chip/in1_input NA NA 'Input/output error'
holds ls list /sys/class/thermal NA NA NA
holds sh create /etc/new NA NA NA
holds sh write /etc/new 'x\n' 2 NA
holds rm remove /etc/new NA NA NA
cut -f 3 r.tsv | grep -x pmode && fail "what --mode wrote is no part of it"
awk -F '\t' 'NR > 2 && $1 < before { exit 1 } { before = $1 }' r.tsv || fail "times go back"
printf 'rail-eio\tVDD_GPU_SOC\nstuck-core\t0\n' | cmp - <(cut -f 1,2 faults | tail -n +2) || fail "faults: $(cat faults)"

# Nothing is mounted or written for a fault that does not exist.
status=0
jetsim run --board agx-orin --fault nosuch --record no.tsv -- touch ran 2>err || status=$?
[ $status = 64 ] && [ ! -e ran ] && [ ! -e no.tsv ] || fail "a wrong fault: status $status, $(cat err)"
