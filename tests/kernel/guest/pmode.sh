#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pmode with its default paths; what it did is read back here from the kernel's own files.
# shellcheck source=tests/kernel/guest/expect
. /tests/expect
# shellcheck source=tests/kernel/guest/state
. /tests/state

expect "set is silent and succeeds" 0 "$(status_of pmode set 4c/1.2G/522M/665.6M)$(cat out err)"
expect "two clusters stay on" 0-3 "$(cat $cpu/online)"
expect "their policies are pinned" 1190400 "$(limits)"
expect "the GPU is pinned" "522750000 522750000 522750000" "$(paste -d ' ' $gpu/min_freq $gpu/max_freq $gpu/cur_freq)"
expect "the EMC is locked at its rate" "665600000 1" "$(paste -d ' ' $emc/rate $emc/mrq_rate_locked)"
expect "get names the mode in force" 4c/1190400k/522750k/665600k "$(pmode get --mode --columns mode --no-header)"
expect "no knob deviates" 0 "$(pmode get | grep -c deviates)"

expect "cores come on again with the clocks of the new mode" 0 "$(status_of pmode set max/max/max/max)"
expect "all cores are on" 0-5 "$(cat $cpu/online)"
expect "all policies are at their top" 2201600 "$(limits)"

before=$(state)
expect "run hands on the command's status" 7 "$(status_of pmode run 2c/960000k/min/- -- \
    sh -c 'pmode get --mode --columns mode --no-header; exit 7')"
expect "run's mode was in force" 2c/960000k/114750k/3199000k "$(cat out)"
expect "run brings everything back" "$before" "$(state)"

pmode run 2c/960000k/min/204M -- sh -c 'echo started >started; exec sleep 60' &
wait_for test -e started
kill -TERM $!
wait $!
expect "a terminated run ends as its command" 143 $?
expect "a terminated run brings everything back" "$before" "$(state)"

expect "a rate that is in no table is refused" 64 "$(status_of pmode set 4c/1.2G/522M/1.6G)"
expect "the refusal lists the table" 1 "$(grep -c 665600 err)"
expect "a refused mode changes nothing" "$before" "$(state)"

# A thermal cap is a request like any other: the lowest maximum wins, whatever is written.
pmode set 6c/1.2G/max/max
before=$(state)
cooling=/sys/class/thermal/cooling_device0
expect "the first cooling device is the first policy's" "cpufreq-cpu0" "$(cat $cooling/type)"
echo 3 >$cooling/cur_state
expect "a capped policy fails" 1 "$(status_of pmode set max/max/max/max)"
expect "and is named with its cores" "policy0 (cpu0 cpu1)" "$(grep -o 'policy0 (cpu0 cpu1)' err || cat out err)"
expect "and the earlier state comes back" "$before" "$(state)"
echo 0 >$cooling/cur_state
expect "without the cap all follow" 0 "$(status_of pmode set max/max/max/max)"
exit $failed
