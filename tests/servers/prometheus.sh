#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# docs/fleet.md with two emulated boards: the command of wattline-metrics.service on each, a node_exporter each, and a real
# Prometheus with the rules of share/prometheus, which answers the page's queries. promtool tests the rules.
set -euo pipefail
. "$SRC/tests/servers/sweeps.bash"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait || true; umount_boards' EXIT
cp "$SRC"/share/prometheus/*.yml .
promtool check config prometheus.yml >messages || fail "$(cat messages)"
promtool test rules wattline.rules.test.yml >messages || fail "$(cat messages)"
python3 -m json.tool "$SRC/share/prometheus/grafana-dashboard.json" >/dev/null || fail "the dashboard is no JSON"

base=$((20000 + RANDOM % 12000)) # below those that the kernel gives to others
targets=()
for n in 1 2; do
    mkdir "board$n" "metrics$n" && jetsim mount --board orin-nano "board$n"
    command=$(sed -n 's/^ExecStart=//p' "$SRC/share/systemd/wattline-metrics.service")
    command=${command//\/var\/lib\/prometheus\/node-exporter/$PWD/metrics$n}
    WATTLINE_ROOT=$PWD/board$n bash -c "exec ${command//\$WATTLINE_METRICS/-i 1s}" >/dev/null 2>"service$n.log" &
    pids+=($!)
    prometheus-node-exporter --web.listen-address="127.0.0.1:$((base + n))" --collector.disable-defaults --collector.textfile \
        --collector.textfile.directory="$PWD/metrics$n" 2>"exporter$n.log" &
    pids+=($!) targets+=("'127.0.0.1:$((base + n))'")
done
list=$(IFS=, && echo "${targets[*]}")
sed -i "s/_interval: .*/_interval: 1s/; s/targets: .*/targets: [$list]/" prometheus.yml
prometheus --config.file=prometheus.yml --storage.tsdb.path="$PWD/data" --web.listen-address="127.0.0.1:$base" 2>prometheus.log &
pids+=($!)
answers() { # answers QUERY: how many boards have a value
    python3 -c 'import json, sys, urllib.parse, urllib.request
url = "http://127.0.0.1:%s/api/v1/query?query=%s" % (sys.argv[1], urllib.parse.quote(sys.argv[2]))
print(len({row["metric"].get("instance", "all") for row in json.load(urllib.request.urlopen(url))["data"]["result"]}))' "$base" "$1"
}
of_both() { [ "$(answers "$1")" = "$2" ]; }
sed -n 's/^    \([a-z].*\)/\1/p' "$SRC/docs/fleet.md" | grep -v '# board$' >queries
[ "$(wc -l <queries)" = 4 ] || fail "queries: $(cat queries)"
while IFS= read -r query; do
    case $query in sum*) boards=1 ;; *) boards=2 ;; esac
    within 60 of_both "$query" $boards
done <queries
within 60 of_both 'node_textfile_scrape_error == 0' 2
within 60 of_both 'ALERTS{alertname="WattlineOtherMode"}' 2 # their modes are not that of the rule
for n in 1 2; do [ ! -s "service$n.log" ] || fail "$(cat "service$n.log")"; done
