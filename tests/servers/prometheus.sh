#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# docs/fleet.md with two emulated boards: the command of wattline-metrics.service on each, a node_exporter each, and a real
# Prometheus with the rules of share/prometheus, which answers the page's queries. promtool tests the rules, also in a
# configuration that has other jobs. alertmanager.sh has the rest of the page.
set -euo pipefail
. "$SRC/tests/servers/sweeps.bash"
. "$SRC/tests/servers/fleet.bash"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait || true; umount_boards' EXIT
command -v curl >/dev/null || fail "curl is missing: make check-servers installs it"
cp "$SRC"/share/prometheus/*.yml .
python3 -m json.tool "$SRC/share/prometheus/grafana-dashboard.json" >/dev/null || fail "the dashboard is no JSON"
agrees() { promtool "$@" >messages 2>&1 || fail "promtool $*: $(cat messages)"; }
agrees check config prometheus.yml
agrees test rules wattline.rules.test.yml
block PowerHigh | cat wattline.rules.yml - >more.rules.yml
agrees check rules more.rules.yml
printf '%s\n' 'global:' '  scrape_interval: 15s' 'rule_files:' '  # - "first_rules.yml"' 'scrape_configs:' "  - job_name: 'prometheus'" \
    '    static_configs:' "      - targets: ['localhost:9090']" >existing.yml
block rule_files >added
awk 'FNR == NR { if (/^[a-z]/) list = $0; else added[list] = added[list] $0 "\n"; next } { print } $0 in added { printf "%s", added[$0] }' \
    added existing.yml >both.yml
agrees check config both.yml
grep -q '1 rule files found' messages && [ "$(grep -c job_name both.yml)" = 2 ] || fail "not added: $(cat both.yml)"

base=$((20000 + RANDOM % 12000)) # below those that the kernel gives to others
mkdir board1 board2 metrics1 metrics2
jetsim mount --board agx-orin board1 && jetsim mount --board orin-nano board2
block wanted_mode >kinds
mapfile -t wanted < <(sed -n 's/.*wanted_mode: \(.*\)}/\1/p' kinds)
WATTLINE_ROOT=$PWD/board1 pmode set "${wanted[0]}" # and the other board to another mode than its own
WATTLINE_ROOT=$PWD/board2 pmode set 4c/max/max/max
WATTLINE_ROOT=$PWD/board2 pmode set --dry-run --columns mode --no-header "${wanted[1]}" >would
[ "$(cat would)" = "${wanted[1]}" ] || fail "no mode of an Orin Nano as pmode prints it: ${wanted[1]}: $(cat would)"
for n in 1 2; do
    command=$(sed -n 's/^ExecStart=//p' "$SRC/share/systemd/wattline-metrics.service")
    command=${command//\/var\/lib\/prometheus\/node-exporter/$PWD/metrics$n}
    WATTLINE_ROOT=$PWD/board$n bash -c "exec ${command//\$WATTLINE_METRICS/-i 1s}" >/dev/null 2>"service$n.log" &
    pids+=($!)
    prometheus-node-exporter --web.listen-address="127.0.0.1:$((base + n))" --collector.disable-defaults --collector.textfile \
        --collector.textfile.directory="$PWD/metrics$n" 2>"exporter$n.log" &
    pids+=($!)
done
# The page's loop, with the first name of each kind, finds the boards on other ports.
printf 'connect-to = "%s:9100:127.0.0.1:%s"\n' agx01 $((base + 1)) nano01 $((base + 2)) >.curlrc
page_lines 'boards=' 'for .*curl' | sed 's/{01[.][.]0.}/01/g' >loop
[ "$(wc -l <loop)" = 2 ] || fail "loop: $(cat loop)"
modes() { HOME=$PWD bash loop; }
both_answer() { [ "$(modes | wc -l)" = 2 ]; }
within 30 both_answer
modes >found
grep -qx "agx01 ${wanted[0]}" found && grep -q '^nano01 4c/[0-9k/]*$' found || fail "modes: $(cat found)"
[ "$(page_lines 'boards=' printf | sed '$a\echo' | bash | wc -w)" = 10 ] || fail "the page's list has not ten boards"

{
    echo 'global: {scrape_interval: 1s, evaluation_interval: 1s}'
    sed -n '/^rule_files/,/job_name/p' prometheus.yml
    sed "s/'[a-z]*0[2-9]:9100',\{0,1\} *//g; s/agx01:9100/127.0.0.1:$((base + 1))/; s/nano01:9100/127.0.0.1:$((base + 2))/" kinds
} >local.yml
agrees check config local.yml
prometheus --config.file=local.yml --storage.tsdb.path="$PWD/data" --web.listen-address="127.0.0.1:$base" 2>prometheus.log &
pids+=($!)
answers() { # answers QUERY: how many boards have a value
    python3 -c 'import json, sys, urllib.parse, urllib.request
url = "http://127.0.0.1:%s/api/v1/query?query=%s" % (sys.argv[1], urllib.parse.quote(sys.argv[2]))
print(len({row["metric"].get("instance", "all") for row in json.load(urllib.request.urlopen(url))["data"]["result"]}))' "$base" "$1"
}
of_both() { [ "$(answers "$1")" = "$2" ]; }
sed '1,/^Questions that Prometheus/d' "$SRC/docs/fleet.md" | sed -n 's/^    \([a-z].*\)/\1/p' >queries
[ "$(wc -l <queries)" = 4 ] || fail "queries: $(cat queries)"
while IFS= read -r query; do
    case $query in sum*) boards=1 ;; *) boards=2 ;; esac
    within 60 of_both "$query" $boards
done <queries
within 60 of_both 'node_textfile_scrape_error == 0' 2
within 60 of_both "ALERTS{alertname=\"WattlineOtherMode\",instance=\"127.0.0.1:$((base + 2))\",wanted_mode=\"${wanted[1]}\"}" 1
of_both 'ALERTS{alertname="WattlineOtherMode"}' 1 || fail "an alert about the board that is in its mode"
of_both 'ALERTS{alertname=~"WattlineBoardDown|WattlineNoMetrics"}' 0 || fail "an alert about boards that answer"
for n in 1 2; do [ ! -s "service$n.log" ] || fail "$(cat "service$n.log")"; done
