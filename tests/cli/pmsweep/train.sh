#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# train.sh [STEP_MS [ROWS]]: a stand-in for a trainer on a machine without knobs and sensors, a row every 10 ms.
printf 'start_mono_s\tend_mono_s\tstep_ms\tphase\n'
phase=first
left=${2:-1000000}
while [ $((left--)) -gt 0 ] && read -r now _ </proc/uptime; do
    printf '%s\t%s\t%s\t%s\n' "$now" "$now" "${1:-5}" $phase
    phase=counted
    sleep 0.01
done
