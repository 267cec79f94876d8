#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jetsim run: a command sees the board where a program looks for it, and nothing of the board outlives the command.
set -eu
fail() { echo "FAILED: $*"; exit 1; }
orin() { jetsim run --board agx-orin "$@"; }
gone() { # gone PID...: waits until these processes have ended
    for pid in "$@"; do
        while kill -0 "$pid" 2>/dev/null && ! grep -q '^State:.*zombie' "/proc/$pid/status" 2>/dev/null; do sleep 0.02; done
    done
}
mounts() { awk '$5 ~ "^/(sys|proc|etc|run|var)(/|$)" && !/wattline-test|\/bench\./' /proc/self/mountinfo | sort; } # not other tests'
mounts >mounts.before

# The files of the board, and those of this machine that the board does not have.
orin -- sh -c 'cat /sys/class/hwmon/hwmon*/name /etc/nv_tegra_release' >seen
[ "$(grep -c ina3221 seen)" = 2 ] || fail "rails: $(cat seen)"
grep -q '^# R35' seen || fail "release: $(cat seen)"
[ "$(orin -- cat /sys/devices/system/cpu/present)" = 0-11 ]
orin -- sh -c 'tr -d "\0" </sys/firmware/devicetree/base/model' | grep -q 'AGX Orin' || fail "no device tree"
[ "$(orin -- grep -c '^cpu[0-9]' /proc/stat)" = 12 ] || fail "/proc/stat is not the board's"
[ "$(orin -- sed -n 's/MemTotal: *//p' /proc/meminfo)" = '31271128 kB' ] || fail "/proc/meminfo is not the board's"
orin -- cat /etc/passwd | cmp - /etc/passwd || fail "/etc/passwd is not this machine's"
[ "$(orin -- sh -c 'echo $PWD $0' "a b")" = "$PWD a b" ] || fail "folder or arguments"
orin -- sh -c 'echo x >/etc/new && cat /etc/new' | grep -q x || fail "no new file in /etc"
[ ! -e /etc/new ] && [ ! -e /etc/nv_tegra_release ] || fail "this machine's /etc was changed"
# A service makes a socket in /run, and is reached there.
orin -- python3 -c '
import os, socket, stat
service, client = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
service.bind("/run/service.sock")
os.chmod("/run/service.sock", 0o660)
service.listen()
client.connect("/run/service.sock")
client.send(b"x")
assert service.accept()[0].recv(1) == b"x" and stat.filemode(os.stat("/run/service.sock").st_mode) == "srw-rw----"
os.mkfifo("/run/service.fifo")
assert stat.S_ISFIFO(os.stat("/run/service.fifo").st_mode)
os.remove("/run/service.sock")' || fail "no socket in /run"
[ ! -e /run/service.fifo ]
[ "$(orin -- sed -n 's/^\tFAN_PROFILE \(.*\) {/\1/p' /etc/nvfancontrol.conf | paste -sd ' ')" = 'quiet cool' ] || fail "no profiles of the fan"
echo input | orin -- cat | grep -q input || fail "standard input"

# A training on this machine's processor says so, and that its times are measured, in its rows and beside them.
if command -v trainstep >/dev/null; then
    orin -- trainstep lenet --device cpu --synthetic --max-steps 2 --columns source --no-header -o s.tsv 2>err
    [ "$(sort -u s.tsv)" = measured ] && [ "$(grep '^source' s.tsv.meta)" = 'source	measured' ] || fail "$(cat s.tsv.meta)"
    grep -q 'device jetsim' err || fail "no note: $(cat err)"
fi

# A fixed speed of the fan stops the service that drives it, and undoing that starts it.
orin -- sh -ec 'group=/sys/fs/cgroup/system.slice/nvfancontrol.service
    pmode run --fan max -/-/-/- -- test ! -e $group
    test -e $group
    pmode set --fan 60%
    test ! -e $group
    [ "$(pmode get --columns object,current --no-header | grep -c nvfancontrol)" = 1 ]
    pmode set --fan auto
    test -e $group' || fail "nvfancontrol"

# powerlog says that a command which is no workload of the board left it idle.
orin -- powerlog -i 20ms -o p.tsv -- true 2>err && grep -q 'the emulated board was idle meanwhile' err || fail "idle: $(cat err)"
orin -- powerlog -i 20ms -o p.tsv -- jetsim step --workload resnet18 --max-steps 2 -o s.tsv 2>err
orin --load host -- powerlog -i 20ms -o p.tsv -- true 2>>err
! grep idle err || fail "not idle: $(cat err)"

# readdir(3) gives the types of entries, by which energymon finds rails.
types=$BIN/../tests/entry_types
orin -- "$types" /sys/class/hwmon | grep -q '^l hwmon3$' || fail "no link among $(orin -- "$types" /sys/class/hwmon)"
orin -- "$types" /sys/bus/i2c/devices/1-0040/hwmon | grep -q '^d hwmon3$' || fail "no folder"
orin -- "$types" /sys/bus/i2c/devices/1-0040/hwmon/hwmon3 | grep -q '^f in1_label$' || fail "no file"
[ "$(jetsim run --board nano -- cat /sys/bus/i2c/devices/6-0040/name)" = ina3221x ] || fail "no name of an i2c device"

# What older scripts read: the monitors of a TX2 under its name of old kernels, which is no second monitor to powerlog, the
# clocks that the firmware measures, and the states of cooling devices.
jetsim run --board tx2 --ideal-sensors -- sh -c '
    cat /sys/devices/3160000.i2c/i2c-0/0-0041/iio_device/rail_name_0 /sys/bus/i2c/drivers/ina3221x/0-0040/iio_device/in_power0_input
    powerlog -n 1 -r VDD_IN --columns rail --no-header' >seen
[ "$(sed -n "1p;3,\$p" seen | tr "\n" " ")" = "VDD_IN VDD_IN " ] || fail "monitors of the TX2: $(cat seen)"
sed -n 2p seen | grep -qx '[1-9][0-9]*' || fail "power of the TX2: $(cat seen)"
clocks=/sys/kernel/debug/bpmp/debug/clk
jetsim mount --board agx-orin M
WATTLINE_ROOT=$PWD/M pmode set 8c/max/max/max
[ "$(cat M$clocks/nafll_gpc0/rate M$clocks/nafll_cluster1/rate)" = "$(cat M$clocks/nafll_gpc0/max_rate M$clocks/nafll_cluster1/max_rate)" ] ||
    fail "measured clocks: $(grep . M$clocks/nafll_*/*rate)"
[ "$(cat M/sys/class/thermal/cooling_device*/type | tr "\n" " ")" = "thermal-cpufreq-0 thermal-cpufreq-1 thermal-cpufreq-2 thermal-devfreq-0 pwm-fan " ] ||
    fail "cooling devices: $(grep . M/sys/class/thermal/cooling_device*/type)"
WATTLINE_ROOT=$PWD/M pmode set --fan max
[ "$(cat M/sys/class/thermal/cooling_device[04]/cur_state | tr "\n" " ")" = "0 10 " ] || fail "states of cooling devices"
jetsim umount M

# Our own tools need no root, and say that their rows are emulated. A board in WATTLINE_ROOT is another one.
orin -- pmode board | grep -q '^board.agx-orin$' || fail "pmode board: $(orin -- pmode board)"
[ "$(orin -- pmode get --columns source --no-header | sort -u)" = emulated ] || fail "pmode get: source"
[ "$(orin -- powerlog -n 2 -i 10ms --columns source --no-header -q | sort -u)" = emulated ] || fail "powerlog: source"
orin --time-scale 20 -- sh -c '
    jetsim step --workload resnet18 --max-steps 20 -o steps
    jetsim ledger / >ledger
    jetsim fault / stuck-core:5 && jetsim fault / --list >faults' || fail "jetsim in jetsim run"
[ "$(wc -l <steps)" -gt 20 ] && grep -q TOTAL ledger && grep -q stuck-core faults
jetsim mount --board nano M
WATTLINE_ROOT=$PWD/M orin -- sh -c '[ -z "${WATTLINE_ROOT-}" ] && pmode board' | grep -q '^board.agx-orin$' || fail "WATTLINE_ROOT"
jetsim umount M
# The variable may name the board that is not mounted yet.
export WATTLINE_ROOT=$PWD/none
orin -- true && jetsim mount --board nano none && pmode board | grep -q '^board.nano$' && jetsim umount none || fail "WATTLINE_ROOT of no folder"
unset WATTLINE_ROOT
[ "$(orin --mode 4c/1.2G/max/max -- cat /sys/devices/system/cpu/online)" = 0-3 ] || fail "--mode"
status=0
orin --mode 99c/1.2G/max/max -- touch ran 2>err || status=$?
[ $status = 64 ] && [ ! -e ran ] || fail "a wrong mode: status $status, $(cat err)"

# What was looked for in vain: each path once, none that exists, none of this machine.
orin --mode max/max/max/max --trace-missing missing -- sh -c 'for i in 1 2; do cat /sys/class/nosuch /etc/nosuch/file /sys/class/hwmon/hwmon3/name; done' >/dev/null 2>&1 || true
[ "$(grep -c '^/sys/class/nosuch$' missing)" = 1 ] || fail "missing: $(cat missing)"
[ "$(grep -c '^/etc/nosuch$' missing)" = 1 ] || fail "missing: $(cat missing)"
grep -v '^/' missing && fail "lines that are no paths"
grep -e hwmon -e wattline missing && fail "files that exist, or that only pmode looked for"

# The status is the command's.
expect() { # expect STATUS COMMAND...
    local wanted=$1 status=0
    shift
    "$@" 2>err || status=$?
    [ $status = "$wanted" ] || fail "$*: status $status instead of $wanted, $(cat err)"
}
expect 0 orin -- true
expect 3 orin -- sh -c 'exit 3'
expect 137 orin -- sh -c 'kill -9 $$'
expect 127 orin -- nosuch-command
touch plain
expect 126 orin -- ./plain

# Whatever ends first, the rest ends too: an orphan of the command, the command itself, jetsim.
server_of() { # the child of jetsim that serves the board: its server, which is no child of the command
    ps -o pid= --ppid "$1" | while read -r pid; do [ "$(ps -o comm= -p "$pid")" != jetsim ] || echo "$pid"; done
}
orin -- sh -c 'setsid sleep 1000 & echo $! >orphan'
kill -0 "$(cat orphan)" 2>/dev/null && fail "an orphan is alive"
start() { # start COMMAND [BEFORE]: in the background; sets jetsim, command and server
    rm -f started
    jetsim run --board agx-orin -- sh -c "${2:-true}; echo \$\$ >pid; mv pid started; $1" &
    jetsim=$!
    until [ -e started ]; do kill -0 $jetsim; sleep 0.02; done
    command=$(cat started)
    server=$(server_of $jetsim)
    [ -n "$server" ] || fail "no server among $(ps -o pid=,comm= --ppid $jetsim)"
}
start 'exec sleep 1000'
kill -KILL "$command"
status=0
wait $jetsim || status=$?
[ $status = 137 ] || fail "a killed command: status $status"
gone "$server"
start 'while :; do sleep 0.02; done' 'trap "exit 5" TERM'
kill -TERM $jetsim
status=0
wait $jetsim || status=$?
[ $status = 5 ] || fail "a signal that the command takes: status $status"
gone "$server"
start 'exec sleep 1000'
kill -KILL $jetsim
wait $jetsim || true
gone "$server" "$command"
start 'until cat /sys/nosuch 2>&1 | grep -q -i -e connected -e abort; do sleep 0.02; done'
kill -KILL "$server"
status=0
wait $jetsim || status=$?
[ $status != 0 ] || fail "nobody noticed that the server was killed"

left=$(mounts | comm -13 mounts.before -)
[ -z "$left" ] || fail "mounts are left: $left"
