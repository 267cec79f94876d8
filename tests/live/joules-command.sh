#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The energy that `joules -- COMMAND` says is that of the board's own ledger, within its bound, and that which joules computes
# from the rows that it keeps. Interrupted, it says what it has.
set -eu
fail() { echo "FAILED: $*" && cat report rows.tsv 2>/dev/null && exit 1; }
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$2"; }

mkdir M
train=(jetsim --root M step --workload resnet18 --max-steps 60)
for board in agx-orin orin-nano; do
    jetsim mount --board $board --time-scale 5 M
    for _ in 1 2 3 4 5; do # a busy machine may leave gaps in the power rows
        joules --root M --idle 8s --log power.tsv -o rows.tsv -v -- "${train[@]}" >steps.tsv 2>report || fail "$board: status $?"
        column energy_j rows.tsv | grep -q NA || break
    done
    [ "$(wc -l <steps.tsv)" -ge 61 ] || fail "$board: the command's output: $(tail -n 1 steps.tsv)"
    read -r start end energy bound < <(paste <(column start_mono_s rows.tsv) <(column end_mono_s rows.tsv) \
        <(column energy_j rows.tsv) <(column energy_err_j rows.tsv) | tail -n 1)
    jetsim ledger M --from "$start" --to "$end" >ledger.tsv
    truth=$(column energy_j <(grep -w -e rail -e TOTAL ledger.tsv))
    awk -v e="$energy" -v b="$bound" -v t="$truth" 'BEGIN { exit !(e - t <= b && t - e <= b && b < e / 3) }' ||
        fail "$board: $energy J +- $bound for $truth"
    [ "$(column phase rows.tsv | paste -sd ' ')" = 'idle run' ] || fail "$board: phases"
    # One energy: the rows that were kept give the same one.
    cut -f 1-7 rows.tsv | joules --columns energy_j,energy_err_j power.tsv >again.tsv 2>err || [ $? = 1 ]
    [ "$(column energy_j rows.tsv)" = "$(column energy_j again.tsv)" ] || fail "$board: another energy: $(cat again.tsv)"
    for word in energy net power time use throttle mode; do grep -q "^$word  *[^ ]" report || fail "$board: no $word"; done
    [ "$(grep -c '^rail ' report)" = "$(($(awk -F'\t' 'NR > 1 { print $3 }' power.tsv | sort -u | wc -l) - 1))" ] || fail "$board: rails"
    jetsim umount M
done

# Runs that are too short one by one have an energy together.
jetsim mount --board agx-orin --time-scale 10 M
joules --root M --runs 30 --warmup 1 -- jetsim --root M step --workload lenet --max-steps 8 >/dev/null 2>report || fail "status $?"
grep -q '^energy .* per run (TOTAL); ' report || grep -q '^energy  *NA' report || fail "30 runs"
grep -q '^time .*in 30 runs$' report || fail "30 runs"

# powerlog without a file for its rows says the same; a command other than jetsim's leaves the board idle.
powerlog --root M -- "${train[@]}" >steps.tsv 2>report || fail "status $?"
grep -q '^energy .*(TOTAL)$' report || fail "powerlog without -o"
joules --root M -- sleep 0.3 2>report || fail "status $?"
grep -q 'the emulated board was idle' report || fail "no word of the idle board"

# A stop ends the command and the runs; what was measured is said.
status=0
setsid joules --root M --runs 5 -- sh -c 'echo $$ >pid; exec sleep 30' 2>report &
joules=$!
until [ -s pid ]; do sleep 0.05; done
kill -TERM $joules
wait $joules || status=$?
[ $status = 143 ] || fail "status $status after SIGTERM"
grep -q '^time ' report || fail "nothing after SIGTERM"
! kill -0 "$(cat pid)" 2>/dev/null || fail "the command goes on"
jetsim umount M
