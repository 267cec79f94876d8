#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jetsim mount --board pc: a PC with energy counters (RAPL). Its energy is that of the ledger, the cores are part of the package, and
# nothing of a Jetson is there.
set -euo pipefail
fail() {
    echo "FAILED: $*"
    exit 1
}
mkdir M
jetsim mount --board pc --load host M
for path in etc/nv_tegra_release etc/nvpmodel.conf sys/firmware/devicetree/base/compatible sys/class/devfreq; do
    [ ! -e "M/$path" ] || fail "$path is there"
done
powerlog --root M rails >rails.tsv
mlr --itsv --onidx --ofs ' ' cut -o -f rail,scope rails.tsv >names
grep -qx 'package-0 part' names && grep -q 'core nested' names || fail "$(cat rails.tsv)"

# The mean power of an interval, that of the counter, is what the ledger has for it.
# A busy machine may read a counter 0.2 s after the time of the row, so the interval has to be ten seconds long.
timeout 60 sh -c 'while :; do :; done' &
busy=$!
powerlog -q --root M -i 200ms -n 50 -o p.tsv
kill "$busy"
read -r from to joules < <(mlr --itsv --onidx --ofs ' ' filter '$rail == "package-0" && is_not_empty($power_w) && $power_w != "NA"' then put -q '
    is_present(@last) { @j += $power_w * ($mono_s - @last) }
    is_absent(@from) { @from = $mono_s }
    @last = $mono_s;
    end { print @from . " " . @last . " " . @j }' p.tsv)
true_j=$(jetsim ledger M --from "$from" --to "$to" | mlr --itsv --onidx filter '$rail == "package-0"' then cut -f energy_j)
awk -v a="$joules" -v b="$true_j" 'BEGIN { exit !(b > 0 && a / b > 0.97 && a / b < 1.03) }' || fail "$joules J, and the ledger has $true_j J"
# A command is covered from its start, although a counter has no power before its second reading.
WATTLINE_ROOT=$PWD/M joules -- sleep 1 >j.txt 2>&1 || fail "$(cat j.txt)"
grep -q '^energy  *[1-9].* J .*(TOTAL)' j.txt || fail "$(cat j.txt)"
loadlog -q --root M -n 2 >load.tsv
[ "$(mlr --itsv --onidx tail -n 1 then cut -f cpus_online load.tsv)" = 6 ] || fail "$(cat load.tsv)"

# Knobs and workloads of a Jetson are reported as absent.
pmode --root M set 4c/1.2G/-/- 2>refused || fail "$(cat refused)"
pmode --root M set 4c/1.2G/900M/max 2>refused && fail "a GPU clock was set"
status=0
jetsim --root M step --workload resnet18 --max-steps 2 2>refused || status=$?
[ $status = 69 ] && grep -q 'pc: training on it is not emulated' refused || fail "status $status: $(cat refused)"
jetsim umount M
