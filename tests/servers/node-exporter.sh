#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A real node_exporter serves the file of powerlog --prometheus: energy that grows, without an error of the collector.
set -euo pipefail
. "$SRC/tests/servers/sweeps.bash"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait || true; umount_boards' EXIT
mkdir board1 metrics && jetsim mount --board orin-nano board1
port=$((20000 + RANDOM % 12000)) # below those that the kernel gives to others
prometheus-node-exporter --web.listen-address="127.0.0.1:$port" --collector.disable-defaults --collector.textfile \
    --collector.textfile.directory="$PWD/metrics" 2>exporter.log &
pids+=($!)
served() { python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode(), end="")' "http://127.0.0.1:$port/metrics"; }
within 30 served
energy() { served | sed -n 's/^wattline_rail_energy_joules_total{.*rail="VDD_IN".*} //p'; }

powerlog -q --root board1 -i 100ms -o power.tsv --prometheus metrics/power.prom &
log=$! && pids+=($!)
has_energy() { [ -n "$(energy)" ]; }
within 30 has_energy
first=$(energy)
grows() { awk -v first="$first" -v now="$(energy)" 'BEGIN { exit !(now > first) }'; }
within 30 grows
served >metrics.txt
grep -q '^node_textfile_scrape_error 0$' metrics.txt || fail "$(cat metrics.txt exporter.log)"
kill $log
wait $log || fail "powerlog: status $?"
