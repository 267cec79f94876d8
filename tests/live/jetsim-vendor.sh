#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# nvpmodel, jetson_clocks and tegrastats of share/l4t, called by name as lab scripts do. They share no code with the tools: on
# every board and for every mode, `nvpmodel -m ID` and `pmode set ID` leave the same limits.
set -eu
fail() { echo "FAILED: $*" && exit 1; }

cat >limits.sh <<'E2'
limits() { # every file that the modes set, "no cap" in one spelling
    local file text most=
    for file in /sys/kernel/debug/bpmp/debug/clk/emc/max_rate /sys/kernel/debug/tegra_bwmgr/emc_max_rate; do
        [ ! -e $file ] || most=$(cat $file)
    done
    grep -o ' /sys/[^ ]*' /etc/nvpmodel.conf | grep -v available_frequencies | sort -u | while read -r file; do
        [ ! -d "$file" ] || continue
        if [ -e "$file" ]; then text=refused; else text=absent; fi
        IFS= read -r -d '' text 2>/dev/null <"$file" || : # the whole file, without a process for each of thousands
        echo "$file ${text%$'\n'}"
    done | sed "s,\(emc_iso_cap\) $most\$,\1 0,"
}
for id in $(nvpmodel -p | sed 's/.*ID=\([0-9]*\) .*/\1/'); do
    nvpmodel -m "$id" </dev/null 2>err || { echo "$1: nvpmodel -m $id: $(cat err)" && exit 1; }
    [ "$(nvpmodel -q | tail -n 1)" = "$id" ] || { echo "$1: mode $id: nvpmodel -q says $(nvpmodel -q)" && exit 1; }
    limits >"$1-nvpmodel"
    pmode set 1c/min/min/min >out 2>&1 || pmode set 1c/min/min/- >out 2>&1 || { cat out && exit 1; }
    limits >"$1-between"
    ! cmp -s "$1-nvpmodel" "$1-between" || { echo "$1: nothing changed" && exit 1; }
    pmode set "$id" >out 2>&1 || { cat out && exit 1; }
    limits >"$1-pmode"
    diff "$1-nvpmodel" "$1-pmode" || { echo "$1: mode $id: nvpmodel (<) and pmode (>) differ" && exit 1; }
    echo "$1 $id"
done
E2
boards=0
for board in $(jetsim list --no-header --columns board); do
    jetsim run --board "$board" -- bash limits.sh "$board" >modes || fail "$(cat modes)"
    [ -s modes ] || fail "$board: no mode"
    boards=$((boards + 1))
done
[ $boards -ge 19 ] || fail "$boards boards"

on() { jetsim run --board "$1" -- bash -euc "$2"; } # on BOARD COMMANDS
# After the first use of the GPU, a mode with other masks asks for a reboot, and nothing was written.
# shellcheck disable=SC2016
on agx-orin '
    before=$(pmode get)
    jetsim --root / step --workload lenet --max-steps 20 >steps
    status=0; nvpmodel -m 0 </dev/null 2>err || status=$?
    [ $status = 234 ] && grep -q "Reboot required for changing to this power mode: 0" err && grep -q "bad input!" err
    [ "$(nvpmodel -q | tail -n 1)" = 2 ]
    ! nvpmodel -m 77 2>err && grep -q 77 err
    nvpmodel -p --verbose | grep -q "^NVPM VERB: PM_CONFIG: DEFAULT=MODE_30W(2)$"
    nvpmodel -q --verbose | grep -q "PARAM GPU: ARG MAX_FREQ: PATH .*max_freq: REAL_VAL: [0-9]* CONF_VAL: 624750000$"' ||
    fail "nvpmodel: $(cat err)"

# jetson_clocks pins at the mode's limits, shows that, and puts the lower limits back.
# shellcheck disable=SC2016
for board in agx-orin nano tx2 xavier-nx thor; do
    on $board '
        jetson_clocks --store clocks
        before=$(jetson_clocks --show | sed "s/CurrentFreq=[0-9]*//")
        jetson_clocks
        jetson_clocks --show | tee shown | grep -E "^(cpu|GPU|EMC)" | sed "s/EMC MinFreq=[0-9]*/EMC/" |
            while read -r line; do
                set -- $(grep -o "[A-Z][a-z]*Freq=[0-9]*" <<<"$line" | cut -d = -f 2)
                [ "$1" = "${!#}" ] || { echo "not pinned: $line"; exit 1; }
            done
        grep -q "EMC .*FreqOverride=1" shown
        jetson_clocks --restore clocks
        rm clocks
        [ "$before" = "$(jetson_clocks --show | sed "s/CurrentFreq=[0-9]*//")" ]' || fail "$board: jetson_clocks: $(cat shown)"
done

# A line of tegrastats has what powerlog reads from the same files, on boards of every release.
total() { awk -F'\t' '$3 == "TOTAL" { sum += $7; n++ } END { printf "%.3f\n", sum / n }' "$1"; }
for board in nano tx2 xavier-nx-r32 agx-xavier agx-orin orin-nano agx-orin-r36 agx-orin-r39; do
    # shellcheck disable=SC2016
    on $board 'jetson_clocks; tegrastats --interval 100 --logfile lines & 
        powerlog -i 100ms -d 2s -o sampled.tsv
        tegrastats --stop; wait'
    case $board in *orin* | *r35 | thor) grep -q '^[0-9][0-9]-[0-9][0-9]-20[0-9][0-9] ' lines || fail "$board: no date: $(head -n 1 lines)" ;;
    *) grep -q '^RAM ' lines || fail "$board: $(head -n 1 lines)" ;; esac
    [ "$(wc -l <lines)" -ge 3 ] || fail "$board: $(wc -l <lines) lines"
    powerlog import tegrastats lines --board "${board%-r3?}" -o imported.tsv 2>err || fail "$board: $(cat err)"
    awk -v a="$(total sampled.tsv)" -v b="$(total imported.tsv)" 'BEGIN { exit !(a > 0 && b / a > 0.9 && b / a < 1.1) }' ||
        fail "$board: powerlog $(total sampled.tsv) W, tegrastats $(total imported.tsv) W"
done
echo "$boards boards"
