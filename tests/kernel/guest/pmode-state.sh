#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pmode's undo, exclusion and predefined modes with default paths, on real drivers.
# shellcheck source=tests/kernel/guest/expect
. /tests/expect
# shellcheck source=tests/kernel/guest/state
. /tests/state

pmode set max/max/max/max
top=$(state)

pmode set 4c/1.2G/522M/665.6M
pinned=$(state)
expect "save" 0 "$(status_of pmode save saved)"
expect "verify: the mode is in force" 0 "$(status_of pmode verify)"
pmode set max/max/max/max
expect "restore FILE" 0 "$(status_of pmode restore saved)"
expect "every file is as it was saved" "$pinned" "$(state)"
expect "verify MODE: another one is not in force" 1 "$(status_of pmode verify max/max/max/max)"
echo 960000 >$cpu/cpufreq/policy2/scaling_max_freq
wait_for reads $cpu/cpufreq/policy2/scaling_max_freq 960000
expect "verify: something left the mode" 1 "$(status_of pmode verify)"
expect "verify names it" 1 "$(cat out err | grep error: | grep -c policy2)"
pmode set max/max/max/max

pmode run 2c/960000k/min/204M -- sh -c 'echo started >started; exec sleep 60' &
wait_for test -e started
expect "a second set is told to come later" 75 "$(status_of pmode set max/max/max/max)"
expect "by whom" 1 "$(grep -c "$!" err)"
kill -KILL $!
wait $!
expect "a killed run leaves its mode" 2c/960000k/114750k/204000k "$(pmode get --mode --columns mode --no-header)"
expect "restore --last" 0 "$(status_of pmode restore --last)"
expect "brings back what was before the run" "$top" "$(state)"

expect "predefined modes are listed by their conf" "0 MAXN 1 MODE_4C" \
    "$(pmode list --columns id,name --no-header | paste -sd ' ' - | tr '\t' ' ')"
expect "a predefined mode" 0 "$(status_of pmode set MODE_4C)"
expect "caps its cores and clocks" "0-3 1190400 522750000" \
    "$(paste -d ' ' $cpu/online $cpu/cpufreq/policy0/scaling_max_freq $gpu/max_freq)"
expect "and leaves DVFS below" "115200 114750000" "$(paste -d ' ' $cpu/cpufreq/policy0/scaling_min_freq $gpu/min_freq)"
expect "by its id as well" 0 "$(status_of pmode set 0)"
expect "MAXN lifts the caps" "0-5 2201600 1300500000" \
    "$(paste -d ' ' $cpu/online $cpu/cpufreq/policy0/scaling_max_freq $gpu/max_freq)"
exit $failed
