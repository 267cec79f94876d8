#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The steps of a command that prints a progress bar, and their time and energy, agree within the stated error with the rows that
# the command writes as well; its output is not changed, on a pipe and on a terminal.
set -eu
fail() { echo "FAILED: $*" && cat report rows.tsv 2>/dev/null && exit 1; }
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$2"; }

mkdir M
jetsim mount --board agx-orin --time-scale 4 M

# The steps that ended between the two times that the row says, as the command's own rows tell: at most one more or less.
agrees() {
    read -r start end steps energy bound < <(awk -F'\t' '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
        $1 == "steps" { print $c["start_mono_s"], $c["end_mono_s"], $c["steps"], $c["energy_j"], $c["energy_err_j"] }' rows.tsv)
    true_steps=$(awk -F'\t' -v from="$start" -v to="$end" '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        $c["end_mono_s"] > from && $c["end_mono_s"] <= to { n++ }
        END { print n + 0 }' s.tsv)
    jetsim ledger M --from "$start" --to "$end" >ledger.tsv
    truth=$(column energy_j <(grep -w -e rail -e TOTAL ledger.tsv))
    echo "$steps steps, $true_steps in truth; $energy J +- $bound, $truth J in truth"
    awk -v n="$steps" -v t="$true_steps" -v e="$energy" -v b="$bound" -v j="$truth" 'BEGIN {
        exit !(n - t <= 1 && t - n <= 1 && t > 80 && e - j <= b && j - e <= b) }'
}
agreed=
for attempt in 1 2 3 4 5; do # on a busy machine the bar is late, or readings are missing
    joules --root M --progress -o rows.tsv -- jetsim --root M step --workload resnet18 --max-steps 100 --bar -o s.tsv 2>report ||
        fail "status $?"
    agrees && agreed=yes && break
done
[ -n "$agreed" ] || fail "the steps or their energy are not those of the rows"
grep -aq '^steps     [0-9]* +- 1 in [0-9.]* s$' report || fail "no steps"
grep -aq '^per step  [0-9.]* ms +- [0-9.]*, [0-9.]* J +- [0-9.]* (TOTAL)$' report || fail "no energy of a step"
jetsim umount M

# Every byte of both streams arrives, in order where they are one; the command does not see a terminal where there is none.
head -c 300000 /dev/urandom >binary
echo 'cat binary; echo err >&2; [ -t 1 ] || [ -t 2 ] || echo none >&2; exit 3' >both.sh
status=0
joules --progress -q -- sh both.sh >out 2>err || status=$?
[ $status = 3 ] || fail "status $status"
cmp binary out || fail "standard output is not the same"
grep -qx err err && grep -qx none err || fail "standard error: $(cat err)"
joules --progress -q -- sh -c 'for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done' >merged 2>&1 || true
[ "$(grep -c . merged)" = 10 ] || fail "lines are missing: $(cat merged)"
[ "$(grep -o '[0-9]' merged | tr -d '\n')" = 1122334455 ] || fail "not in order: $(cat merged)"

# On a terminal, the command sees one of the same size, and its line ends are as without joules.
echo 'stty size <&1; [ -t 1 ] && [ -t 2 ] && echo terminals' >terminal.sh
script -qec 'stty rows 33 cols 77; sh terminal.sh' /dev/null >plain </dev/null
script -qec 'stty rows 33 cols 77; joules --progress -q -- sh terminal.sh' /dev/null >through </dev/null
cmp plain through || fail "a terminal: $(od -c through)"
grep -q '33 77' through && grep -q terminals through || fail "no terminal: $(cat through)"

# tqdm itself, the reader that goes away, and output without a counter.
/usr/bin/python3 -c 'import tqdm' || fail "python3-tqdm is missing"
printf 'import time, tqdm\nfor i in tqdm.tqdm(range(40)):\n    time.sleep(0.02)\n' >loop.py
joules --progress -- /usr/bin/python3 loop.py 2>report || fail "tqdm: status $?"
awk '/^steps / { exit !($2 >= 30 && $2 <= 40) }' report || fail "tqdm"
grep -aq '^per step ' report || fail "tqdm: no time of a step"
joules --progress -q -- sh -c 'yes' 2>err | head -n 1 >out
grep -qx y out || fail "nothing arrived"
joules --progress -- echo done >out 2>report || fail "status $?"
grep -q 'no progress counter such as 120/3125' report || fail "no word of the missing counter"
joules --progress='iter ([0-9]+)' -- sh -c 'for i in 1 2 3 4 5; do echo iter $i; sleep 0.05; done' >out 2>report || fail "status $?"
grep -q '^steps     [1-4] +- 1 ' report || fail "an expression: $(cat report)"
