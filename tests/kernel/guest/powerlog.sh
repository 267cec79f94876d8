#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# powerlog with its default paths on two INA3221, three rails at 0x40, one rail and two disabled channels at 0x41, and on
# an INA238, whose rail feeds the board.
# shellcheck source=tests/kernel/guest/expect
. /tests/expect
chip=$(echo /sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon*)
gpu=/sys/class/devfreq/17000000.ga10b
nak=/sys/kernel/debug/sim-ina3221/nak

mean() { # mean RAIL COLUMN FILE
    awk -F '\t' -v rail="$1" -v column="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["rail"] == rail && $at[column] != "NA" { sum += $at[column]; n++ }
        END { printf "%.3f\n", n ? sum / n : -1 }' "$3"
}
near() { # near WANTED GOT TOLERANCE: 1 when within
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { print (a - b <= t && b - a <= t) }'
}

expect "rails and their scopes" "VDD_GPU_SOC part VDD_CPU_CV part VIN_SYS_5V0 part VDDQ_VDD2_1V8AO nested VIN outside" \
    "$(powerlog rails --columns rail,scope --no-header | grep -v '^TOTAL' | tr '\t\n' '  ' | sed 's/ $//')"

pin_gpu() { for file in min_freq max_freq min_freq; do echo "$1" >$gpu/$file; done; }
pin_gpu 114750000
expect "a quiet log" 0 "$(status_of powerlog -i 50ms -n 20 -o idle.tsv --summary idle.sum)$(cat out err)"
expect "a header, and six rows a tick" 121 "$(wc -l <idle.tsv)"
expect "the INA238: 19.8 V and 1 A" "19.800 1.000 19.800" \
    "$(for column in voltage_v current_a power_w; do mean VIN $column idle.tsv; done | paste -sd ' ' -)"
expect "the 5 V rail: 5.04 V" 5.040 "$(mean VIN_SYS_5V0 voltage_v idle.tsv)"
current=$(awk '{ print $1 / 1000 }' "$chip/curr3_input")
expect "its current is what the driver says" 1 "$(near "$current" "$(mean VIN_SYS_5V0 current_a idle.tsv)" 0.1)"
total=$(mean TOTAL power_w idle.tsv)
parts=$(for rail in VDD_GPU_SOC VDD_CPU_CV VIN_SYS_5V0; do mean $rail power_w idle.tsv; done |
    awk '{ s += $1 } END { print s }')
expect "TOTAL is the sum of its parts, the nested rail left out" 1 "$(near "$total" "$parts" 0.01)"

# The modelled load takes 0.9 mA/MHz at 19 V: 1185.75 MHz more are 20.3 W.
pin_gpu 1300500000
powerlog -i 50ms -n 20 -o busy.tsv
rise=$(echo "$(mean VDD_GPU_SOC power_w busy.tsv) $(mean VDD_GPU_SOC power_w idle.tsv)" |
    awk '{ print $1 - $2 }')
expect "the GPU's rail follows its clock ($rise W)" 1 "$(near 20.3 "$rise" 1)"

powerlog -i 20ms -n 100 -o silent.tsv 2>err &
wait_for has_rows silent.tsv 2
echo 1 >$nak
wait $!
expect "a chip that falls silent ends with status 1" 1 $?
echo 0 >$nak
expect "its rows are NA, not invented" 1 "$(tail -1 silent.tsv | grep -c 'NA')"
expect "and it is named once" 1 "$(grep -c VDD_GPU_SOC err)"

expect "powerlog hands on its command's status" 3 "$(status_of powerlog -o wrapped.tsv -- sh -c 'sleep 1; exit 3')"
expect "rows lie before and after the command" 1 "$([ "$(wc -l <wrapped.tsv)" -ge 11 ] && echo 1)"

# jumps FILE: rows of TOTAL; whether mono_s spans their 6 s; whether time_s went an hour forward and an hour back.
jumps() {
    awk -F '\t' 'function hour(s) { return s > 3595 && s < 3605 }
        $3 == "TOTAL" { if (!n++) first = $2; else if (hour($1 - $2 - offset)) up++; else if (hour(offset - $1 + $2)) down++
            offset = $1 - $2; last = $2 }
        END { print n, (last - first > 5.9), up + 0, down + 0 }' "$1"
}
move_clock() { date -s "@$(( $(date +%s) + $1 ))" >/dev/null; } # move_clock SECONDS
powerlog -i 30ms -n 200 -o jump.tsv --summary jump.sum 2>err &
wait_for has_rows jump.tsv 150
move_clock 3600
wait_for has_rows jump.tsv 300
move_clock -3600
wait $!
expect "a log during which the clock is set ends well" 0 $?
expect "a clock set forward and back: no row less, no burst, the hours in time_s alone" "200 1 1 1" "$(jumps jump.tsv)"
missed=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $1 == "TOTAL" { print $at["missed"] }' jump.sum)
expect "no hour of missed ticks, only those of a slow machine ($missed)" 1 "$([ "$missed" -lt 1000 ] && echo 1)"
exit $failed
