#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Whoever writes the state of a cooling device slows the CPU or the GPU down, or sets the fan, as on the kernel of
# `make check-kernel`. The governor "userspace" of devfreq holds its clock, and an idle core counts its time.
set -euo pipefail
fail() { echo "FAILED: $*"; exit 1; }
mkdir M
jetsim mount --board agx-orin-r36 M
trap 'jetsim umount M' EXIT
export WATTLINE_ROOT=$PWD/M
cpu=M/sys/devices/system/cpu gpu=M/sys/class/devfreq/17000000.gpu thermal=M/sys/class/thermal
expect() { [ "$2" = "$3" ] || fail "$1: wanted '$2', got '$3'"; }
entry() { tr ' ' '\n' <"$1" | grep . | sort -n | tail -n "$2" | head -n 1; } # entry FILE N: its Nth highest number

pmode set max/max/max/max
pmode get >before
echo 3 >$thermal/cooling_device0/cur_state
expect "the state is kept" 3 "$(cat $thermal/cooling_device0/cur_state)"
expect "the policy is capped" "$(entry $cpu/cpufreq/policy0/scaling_available_frequencies 4)" "$(cat $cpu/cpufreq/policy0/scaling_max_freq)"
expect "another policy is not" "$(cat $cpu/cpufreq/policy4/cpuinfo_max_freq)" "$(cat $cpu/cpufreq/policy4/scaling_max_freq)"
status=0
pmode set max/max/max/max 2>err || status=$?
expect "a capped policy fails" 1 $status
grep -q 'policy0 (cpu0' err || fail "the policy is not named: $(cat err)"
if echo 1000 2>/dev/null >$thermal/cooling_device0/cur_state; then fail "a state above the highest was taken"; fi
echo 0 >$thermal/cooling_device0/cur_state
pmode set max/max/max/max
pmode get | diff before - || fail "the cap left something"

echo 2 >$thermal/cooling_device3/cur_state
expect "the GPU is capped" "$(entry $gpu/available_frequencies 3)" "$(cat $gpu/max_freq)"
echo 0 >$thermal/cooling_device3/cur_state
echo 5 >$thermal/cooling_device4/cur_state
expect "half the fan's speed" "128 5" "$(cat M/sys/class/hwmon/hwmon9/pwm1 $thermal/cooling_device4/cur_state | paste -sd ' ')"

cut -d ' ' -f 1 $gpu/available_frequencies >$gpu/min_freq
[ ! -e $gpu/userspace ] || fail "the folder of a governor that is not in force"
echo userspace >$gpu/governor
expect "no clock was asked for" undefined "$(cat $gpu/userspace/set_freq)"
echo 612000000 >$gpu/userspace/set_freq
expect "the clock is held" "612000000 612000000" "$(cat $gpu/userspace/set_freq $gpu/cur_freq | paste -sd ' ')"

idle=$cpu/cpu3/cpuidle
spent() { cat $idle/state0/time $idle/state1/time | paste -sd ' '; }
read -r shallow deep <<<"$(spent)"
sleep 0.3
read -r shallow_then deep_then <<<"$(spent)"
[ "$deep_then" -gt "$deep" ] && [ "$shallow_then" -ge "$shallow" ] || fail "idle time: $shallow $deep, then $shallow_then $deep_then"
echo 1 >$idle/state1/disable
read -r shallow deep <<<"$(spent)"
sleep 0.3
read -r shallow_then deep_then <<<"$(spent)"
[ "$deep_then" = "$deep" ] && [ "$shallow_then" -gt "$shallow" ] || fail "a disabled state: $shallow $deep, then $shallow_then $deep_then"
