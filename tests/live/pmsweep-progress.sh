#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# With --progress, pmsweep and pmsearch profile a command that prints only a bar; the time of a minibatch agrees, within the
# stated error, with the rows that the command writes beside it.
set -eu
fail() { echo "FAILED: $*" && tail -n 20 err rows.tsv 2>/dev/null && exit 1; }
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$2"; }
fact() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' "$2"; }

mkdir M
jetsim mount --board agx-orin --time-scale 4 M
printf 'mode\n12c/max/max/max\n8c/1.2G/900M/2133M\n' >modes.tsv
bar=(jetsim --root M step --workload resnet18 --max-steps 400 --bar)

# One run: the steps of the bar in the window, and those of the rows that end between the same two times.
agrees() { # agrees FOLDER ROW
    local start end
    start=$(fact window_start_mono_s "$1/load.tsv.meta") end=$(fact window_end_mono_s "$1/load.tsv.meta")
    awk -F'\t' -v from="$start" -v to="$end" -v row="$2" '
        FNR == 1 { delete c; for (i = 1; i <= NF; i++) c[$i] = i; file++; next }
        file == 1 && $c["phase"] == "counted" && $c["start_mono_s"] >= from && $c["end_mono_s"] <= to {
            if (!n) first = $c["start_mono_s"]
            n += $c["steps"]; last = $c["end_mono_s"]
        }
        file == 2 && $c["end_mono_s"] > first && $c["end_mono_s"] <= last { t++; sum += $c["step_ms"] }
        file == 3 && FNR == row + 1 {
            ms = $c["minibatch_ms"]; sd = $c["minibatch_sd_ms"]
            printf "%s minibatches, %d in truth; %s ms (sd %s), %.3f ms in truth\n", $c["steps"], t, ms, sd, sum / t
            ok = $c["status"] == "ok" && $c["steps"] == n && n - t <= 1 && t - n <= 1 &&
                 ms - sum / t <= ms / n && sum / t - ms <= ms / n && sd / sqrt(n) < ms * 0.02
        }
        END { exit !ok }' "$1/progress.tsv" "$1/s.tsv" rows.tsv
}
all_agree() {
    rm -rf runs
    pmsweep --root M --progress --modes modes.tsv --out runs -- "${bar[@]}" -o '{out}/s.tsv' >rows.tsv 2>err || fail "status $?"
    local row=0 folder
    while read -r folder; do
        row=$((row + 1))
        agrees "$folder" $row || return 1
    done < <(column logs rows.tsv)
    [ $row = 2 ]
}
agreed=
for attempt in 1 2 3 4 5; do # on a busy machine the bar is late
    all_agree && agreed=yes && break
done
[ -n "$agreed" ] || fail "the profiles are not those of the rows"
grep -aq '400\|/401' runs/*/stderr.log || fail "the bar is not in stderr.log"

# A live command: intervals that began before the mode are left out.
pmsweep --root M --progress --live --modes modes.tsv --out live -- jetsim --root M step --workload resnet18 --bar >rows.tsv 2>err || fail "live: $?"
[ "$(column status rows.tsv | sort -u)" = ok ] || fail "live: status"
column minibatch_ms rows.tsv | paste -sd ' ' | awk '{ exit !($2 > 1.3 * $1) }' || fail "live: the same time in both modes"

# Bars of other programs need no terminal of ours; output without a counter is a failed run that says so.
pmsweep --root M --progress='at (\d+)' --modes <(head -n 2 modes.tsv) --minibatches 5 --out other -- \
    python3 -c 'import sys, time
for i in range(10**6):
    print("at", i, sys.stdout.isatty())
    time.sleep(0.02)' >rows.tsv 2>err || fail "an expression: $?"
grep -aq 'at 1 True' other/*/stdout.log || fail "no terminal"
status=0
pmsweep --root M --progress --modes <(head -n 2 modes.tsv) --out none -- echo done >rows.tsv 2>err || status=$?
[ "$(column reason rows.tsv | grep -c 'no progress counter')" = 1 ] || fail "no word of the missing counter (status $status)"

pmsearch run --root M --progress --budget 30 --max-profiles 3 --sweep-option=--live --sweep-option=--out=search -- \
    jetsim --root M step --workload resnet18 --bar >rows.tsv 2>err || [ $? = 1 ] || fail "pmsearch: $?"
[ "$(column minibatch_ms rows.tsv | grep -c '^[0-9]')" -ge 3 ] || fail "pmsearch"
jetsim umount M
