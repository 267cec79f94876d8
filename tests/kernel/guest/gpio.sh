#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# powerlog's marks through libgpiod on gpio-sim: pulls make edges on an input, an output's level is readable.
# shellcheck source=tests/kernel/guest/expect
. /tests/expect
lines=$(echo /sys/devices/platform/gpio-sim/gpiochip*)
input=$lines/sim_gpio4   # PQ.05
output=$lines/sim_gpio6  # PR.04

uptime() { cut -d' ' -f1 /proc/uptime; }
field() { # field FILE ROW COLUMN-NAME
    awk -F '\t' -v row="$2" -v name="$3" \
        'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == row + 1 { print $c }' "$1"
}
between() { awk -v a="$1" -v x="$2" -v b="$3" 'BEGIN { print (a - 0.02 <= x && x <= b + 0.02) }'; }

echo pull-down >"$input/pull"
powerlog --gpio tegra234-gpio:PQ.05 --marks-out marks.tsv -i 50ms -o power.tsv &
logger=$!
wait_for has_rows power.tsv 2
t0=$(uptime)
echo pull-up >"$input/pull"
t1=$(uptime)
wait_for has_rows marks.tsv 3
echo pull-down >"$input/pull"
wait_for has_rows marks.tsv 4
expect "a line in use is busy" 75 "$(status_of powerlog --gpio tegra234-gpio:PQ.05 -n 1)"
kill -INT $logger
wait $logger
expect "a log with marks ends well" 0 $?
expect "both edges are marks" "start log rise gpio fall gpio end log" "$(awk -F '\t' 'NR > 1 { print $3, $4 }' marks.tsv | paste -sd ' ' -)"
expect "an edge has the kernel's time" 1 "$(between "$t0" "$(field marks.tsv 2 mono_s)" "$t1")"

powerlog --gpio tegra234-gpio:PQ.05 --gate -i 20ms -o gated.tsv &
logger=$!
wait_for grep -q powerlog /sys/kernel/debug/gpio # it holds the line now
expect "a gated log waits for its line" 0 "$(awk 'NR > 1' gated.tsv 2>/dev/null | wc -l)"
t0=$(uptime)
echo pull-up >"$input/pull"
wait_for has_rows gated.tsv 11
echo pull-down >"$input/pull"
wait $logger
expect "a falling edge ends it" 0 $?
expect "its first row comes after the rising edge" 1 "$(between "$t0" "$(field gated.tsv 1 mono_s)" "$(uptime)")"

powerlog --gpio-out tegra234-gpio:PR.04 --marks-out raised.tsv -i 2s -o pulses.tsv &
logger=$!
wait_for has_rows pulses.tsv 2
expect "an output is low from the start" 0 "$(cat "$output/value")"
kill -USR1 $logger
expect "a mark raises it" yes "$(wait_for reads "$output/value" 1 && echo yes)"
expect "the next tick lowers it" yes "$(wait_for reads "$output/value" 0 && echo yes)"
kill -INT $logger
wait $logger

expect "an absent chip is unavailable" 69 "$(status_of powerlog --gpio nosuch:1 -n 1)"
expect "an absent line is unavailable" 69 "$(status_of powerlog --gpio tegra234-gpio:99 -n 1)"
exit $failed
