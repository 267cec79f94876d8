#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# An emulated board from mount to umount, as other tools and their users meet it.
set -eu
fail() { echo "$*"; exit 1; }
column() { awk -F'\t' -v c="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i } NR > 1 { print $k }' "$2"; }
total() { jetsim ledger M "$@" | awk -F'\t' '$1 == "TOTAL" { print $6 }'; } # mean watts

# The tree answers as soon as mount returns, and is gone after umount.
jetsim mount --board agx-orin M
[ "$(head -1 M/run/wattline/emulated)" = "board agx-orin" ] || fail "no marker"
jetsim umount M
[ -z "$(ls M)" ] || fail "something is left after umount"
jetsim umount M 2>err && fail "umount of nothing succeeded"
grep -q "neither an emulated board nor a disk" err

# A program may read every file of every board, also those that can only be written.
for board in $(jetsim list --columns board --no-header); do
    jetsim mount --board "$board" M
    find M -type f -exec cat {} + >/dev/null 2>&1 || true
    [ "$(head -1 M/run/wattline/emulated)" = "board $board" ] || fail "$board: a file that was read ended it"
    jetsim umount M
done

# A second mount is told of the first. A killed jetsim is told of by all, and umount takes its mount down.
jetsim mount -f --board agx-orin M &
until [ -e M/run/wattline/emulated ]; do sleep 0.02; done
status=0
jetsim mount --board orin-nano M 2>err || status=$?
[ $status = 75 ] || fail "mounted twice: status $status"
grep -q "an emulated agx-orin is mounted there already" err
kill -KILL $!
wait $! || true
for again in "mount --board agx-orin M" "--root M step --workload lenet"; do
    jetsim $again 2>err && fail "$again: below a dead mount"
    grep -q "was killed" err || fail "$again: $(cat err)"
done
jetsim umount M
[ -z "$(ls M)" ] || fail "something is left after the dead mount"

# A directory that is in use, an unknown board, kernel or fault: refused before anything happens.
mkdir full && touch full/file
jetsim mount --board agx-orin full 2>err && fail "mounted over files"
[ "$(ls full)" = file ]
for wrong in "--board nosuch" "--board agx-orin --kernel 3.2" "--board agx-orin --load nosuch"; do
    status=0
    jetsim mount $wrong M 2>err || status=$?
    [ $status = 64 ] || fail "$wrong: status $status"
done

# Without /dev/fuse: a clear message and 69.
if unshare -Urm true 2>/dev/null; then
    status=0
    unshare -Urm sh -c 'mount -t tmpfs none /dev && exec jetsim mount --board agx-orin M' 2>err || status=$?
    [ $status = 69 ] || fail "without /dev/fuse: status $status"
    grep -q "/dev/fuse" err
else
    echo "not tested here: a machine without /dev/fuse (no user namespaces)"
fi

# Other tools' lock and undo files work below /run/wattline.
jetsim mount --board agx-orin --kernel 6.1 M
(
    flock 9
    flock -n M/run/wattline/lock true && fail "two held the lock"
    echo state >M/run/wattline/undo.new
    sync M/run/wattline/undo.new
    mv M/run/wattline/undo.new M/run/wattline/undo
) 9>M/run/wattline/lock
[ "$(cat M/run/wattline/undo)" = state ]
truncate -s 1T M/run/wattline/undo 2>err && fail "made a file of 1 TiB in memory"
grep -q "File too large" err || fail "$(cat err)"
rm M/run/wattline/undo

# Files without a write method refuse root too; a second read(2) ends; a dead policy is busy.
policy=M/sys/devices/system/cpu/cpufreq/policy4
(echo 1 >$policy/scaling_cur_freq) 2>/dev/null && fail "wrote a read-only file"
for core in 4 5 6 7; do echo 0 >M/sys/devices/system/cpu/cpu$core/online; done
cat $policy/scaling_max_freq 2>err && fail "read a dead policy"
grep -q "busy" err
[ "$(cat M/sys/devices/system/cpu/online)" = 0-3,8-11 ]
[ ! -e M/sys/devices/system/cpu/cpu4/topology ]

# stuck-core:5: the policy of core 5 does not move.
for core in 4 5 6 7; do echo 1 >M/sys/devices/system/cpu/cpu$core/online; done
before=$(cat $policy/scaling_cur_freq)
jetsim fault M stuck-core:5
echo 1190400 >$policy/scaling_min_freq
[ "$(cat $policy/scaling_cur_freq)" = "$before" ] || fail "a frozen policy moved"
[ "$(jetsim fault M --list | cut -f1,2 | paste -sd' ')" = "fault	argument stuck-core	5" ]
jetsim fault M --clear
[ "$(jetsim fault M --list | cut -f1)" = fault ]
jetsim fault M nosuch 2>err && fail "took an unknown fault"

# Sensor faults: each reads as its name says; none disturbs the other rails.
rails=M/sys/class/hwmon/hwmon3
jetsim fault M rail-eio:VDD_CPU_CV label-gone:VDD_GPU_SOC rail-nan:VIN_SYS_5V0
cat $rails/curr2_input 2>err && fail "read a broken rail"
grep -q "Input/output error" err
[ "$(cat $rails/curr3_input)" = nan ]
[ ! -e $rails/in1_label ]
[ "$(cat $rails/curr1_input)" -gt 0 ]
jetsim fault M --clear
jetsim umount M

# A user who is not root is refused what needs root.
jetsim mount --board agx-orin M
jetsim fault M unprivileged
(echo 1190400 >M/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq) 2>/dev/null && fail "wrote without privilege"
cat M/sys/kernel/nvpmodel_emc_cap/emc_iso_cap 2>/dev/null && fail "read the EMC cap without privilege"
cat M/sys/kernel/debug/bpmp/debug/clk/emc/rate 2>/dev/null && fail "read debugfs without privilege"
cat M/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq >/dev/null
jetsim umount M

# The load of a run lasts as long as its process: a killed one leaves the board idle.
jetsim mount --board orin-nano --time-scale 20 M
idle=$(total)
jetsim --root M step --workload resnet18 >rows &
while [ ! -s rows ] || [ "$(wc -l <rows)" -lt 5 ]; do :; done
kill -9 $!
wait $! 2>/dev/null || true
[ "$(cat M/sys/devices/platform/17000000.gpu/load)" = 0 ] || fail "the GPU works for nobody"
busy=$(total)
awk -v idle="$idle" -v busy="$busy" 'BEGIN { exit !(busy > 1.3 * idle) }' || fail "training drew $busy W, idling $idle W"
for interval in '--from 0 --to 1' '--from 1e8'; do
    # shellcheck disable=SC2086
    jetsim ledger M $interval >rows 2>err && fail "energy outside of the mount: $(cat rows)"
    grep -q 'before the mount or after now' err && [ ! -s rows ] || fail "$interval: $(cat err rows)"
done
jetsim umount M

# Rows: in emulated time, without gaps, phases in order; medians as truth says, and the ledger over the counted steps too.
# On a busy machine the steps of a fast emulated clock come late, or a second is skipped: then a slower clock is tried.
full_speed() {
    for core in M/sys/devices/system/cpu/cpufreq/policy*; do cat $core/cpuinfo_max_freq >$core/scaling_min_freq; done
    cat M/sys/devices/gpu.0/devfreq_dev/max_freq >M/sys/devices/gpu.0/devfreq_dev/min_freq
    emc=M/sys/kernel/debug/bpmp/debug/clk/emc
    echo 1 >$emc/mrq_rate_locked
    cat $emc/max_rate >$emc/rate
}
near() { awk -v a="$1" -v b="$2" -v pct="$3" 'BEGIN { exit !(a > (1 - pct / 100) * b && a < (1 + pct / 100) * b) }'; }
as_truth_says() { # as_truth_says STEPS: a median within 5 %, power within 7 %
    measured_ms=$(awk -F'\t' '$6 == "counted" { print $10 }' "$1" | sort -n | sed -n 150p)
    measured_w=$(total --from "$(awk -F'\t' '$6 == "counted" { print $1; exit }' "$1")" --to "$(tail -1 "$1" | cut -f2)")
    near "$measured_ms" "$true_ms" 5 && near "$measured_w" "$true_w" 7 && return
    echo "time scale $scale: steps of $measured_ms ms, $measured_w W"
    return 1
}
without_gaps() { awk -F'\t' 'NR > 2 && $1 != last { print "gap before line " NR; exit 1 } { last = $2 }' "$1"; }
read -r true_ms true_w < <(jetsim truth --board agx-xavier --workload resnet18 | tail -1 | cut -f5,6)
agreed=''
for scale in 20 5 2; do
    jetsim mount --board agx-xavier --time-scale $scale M
    full_speed
    jetsim --root M step --workload resnet18 --epochs 2 --max-steps 150 --stabilize 2s --epochs-out epochs -o steps
    for phase in first stabilizing counted; do grep -q $phase steps || fail "no $phase step"; done
    [ "$(column phase steps | grep -c counted)" = 300 ]
    [ "$(column counted epochs | paste -sd' ')" = "150 150" ]
    [ "$(column source steps | sort -u)" = emulated ]
    if without_gaps steps && as_truth_says steps; then agreed=yes && break; fi
    jetsim umount M
done
[ -n "$agreed" ] || fail "truth says $true_ms ms, $true_w W"

# A mode that hangs makes no rows; a stop signal still ends the run.
jetsim fault M hang:-/-/-/-
jetsim --root M step --workload lenet -o hung &
until [ -s hung ]; do kill -0 $!; done
kill -TERM $!
status=0
wait $! || status=$?
[ $status = 143 ] || fail "a hanging run ended with $status"
[ "$(wc -l <hung)" = 1 ]
jetsim fault M --clear

# The outlier is the mode that was named, and no other.
jetsim fault M outlier:2
for run in 1 2 3; do jetsim --root M step --workload resnet18 --max-steps 20 >run$run; done
typical() { awk -F'\t' '$6 == "counted" { print $10 }' "$1" | sort -n | sed -n 10p; }
awk -v a="$(typical run1)" -v b="$(typical run2)" -v c="$(typical run3)" \
    'BEGIN { exit !(b < 0.6 * a && c > 0.9 * a && c < 1.1 * a) }' || fail "outlier: $(typical run1) $(typical run2) $(typical run3)"

# | head -1 and a full disk.
[ "$(jetsim truth --board agx-orin --workload lenet | head -1 | cut -f1)" = cores ]
status=0
jetsim truth --board agx-orin --workload lenet >/dev/full 2>err || status=$?
[ $status = 74 ] || fail "full disk: status $status"
jetsim --root M step --workload lenet | head -2 >/dev/null
jetsim umount M
