#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# wattcompare on an emulated AGX Orin: REPEATS=100 comparisons of two equal commands, and PLANTED=25 of commands whose
# minibatches differ by one sample in a hundred, hence by 1 % in time. Each run of a command has noise of its own. Writes the
# table to bench/compare.md, or to OUT=FILE, and a row per quantity to ROWS=FILE; SCALE=20 is the time scale, JOBS=16 run at
# a time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
. "$here/boards.bash"
export SCALE=${SCALE:-20} MODE=8c/1497600k/930750k/2133000k
out=$(realpath "${OUT:-$here/compare.md}") rows=${ROWS:+$(realpath "$ROWS")}
need jetsim pmode wattcompare
enter_scratch

# compare SAMPLES REPEAT: minibatches of 100 samples and of SAMPLES; prints the rows of the comparison.
compare() {
    mkdir -p "$1-$2/M"
    cd "$1-$2"
    cat >train.sh <<'END'
echo >>runs
exec jetsim step --root M --workload mobilenetv3 --max-steps 60 --batch "$1" --seed $((1000 * $2 + $(wc -l <runs)))
END
    jetsim mount --board agx-orin --time-scale "$SCALE" --seed "$2" M
    pmode --root M set "$MODE"
    wattcompare -q --root M --seed "$2" -i 500ms "sh train.sh 100 $2" "sh train.sh $1 $2" >comparison.tsv || [ $? = 1 ]
    jetsim umount M
    awk -v OFS='\t' -v samples="$1" -v repeat="$2" 'NR > 1 { print samples, repeat, $0 }' comparison.tsv
    cd .. && rm -r "$1-$2"
}
export -f compare

{
    { printf 'samples\nrepeat\n' && wattcompare --list-columns | awk '$1 == "comparison" { print $2 }'; } | paste -s
    {
        for repeat in $(seq "${REPEATS:-100}"); do echo "100 $repeat"; done
        for repeat in $(seq "${PLANTED:-25}"); do echo "101 $repeat"; done
    } | xargs -P "${JOBS:-16}" -I REPEAT bash -c 'set -euo pipefail; compare REPEAT'
} >rows.tsv
[ -z "$rows" ] || cp rows.tsv "$rows"

# true_pct EXPRESSION: by how much it is larger with 101 samples, in the mode of the runs. t: time, p: power.
true_pct() {
    for samples in 100 101; do
        jetsim truth --board agx-orin --workload mobilenetv3 --batch $samples --columns minibatch_ms,power_w,mode --no-header
    done | awk -v mode="$MODE" '$3 == mode { t = $1; p = $2; value[++n] = '"$1"' } END { print 100 * (value[2] / value[1] - 1) }'
}

# table SAMPLES TIME ENERGY: a row per quantity; the true differences in %. The time of a whole run contains that of starting
# a process, which the time scale multiplies, so it is left out where the truth is not 0.
table() {
    awk -F'\t' -v samples="$1" -v time="$2" -v energy="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["samples"] != samples || samples > 100 && $at["quantity"] !~ /^step_/ { next }
        {
            quantity = $at["quantity"]
            if (!(quantity in count)) order[++quantities] = quantity
            count[quantity]++
            verdicts[quantity, $at["verdict"]]++
            runs[quantity] += $at["runs"]
            if ($at["verdict"] == "unknown") next
            truth = quantity ~ /power/ ? 0 : quantity ~ /energy/ ? energy : time
            low = $at["low_pct"]; high = $at["high_pct"]
            if (low <= truth && truth <= high) held[quantity]++
            width[quantity] += (high - low) / 2
        }
        END {
            print "| quantity | first is lower | second is lower | not distinguishable | unknown | interval contains the truth | " \
                "mean half width (%) | mean number of runs |"
            print "| --- | --- | --- | --- | --- | --- | --- | --- |"
            for (i = 1; i <= quantities; i++) {
                q = order[i]
                known = count[q] - verdicts[q, "unknown"]
                printf "| %s | %d | %d | %d | %d | %d of %d | %s | %.1f |\n", q, verdicts[q, "a-lower"], verdicts[q, "b-lower"],
                    verdicts[q, "not-distinguishable"], verdicts[q, "unknown"], held[q], known,
                    known ? sprintf("%.2f", width[q] / known) : "-", runs[q] / count[q]
            }
        }' rows.tsv
}
called_equal() { # the number of comparisons of equal commands that told no quantity apart
    awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["samples"] == 100 { seen[$at["repeat"]]; if ($at["verdict"] ~ /-lower/) apart[$at["repeat"]] }
        END { print length(seen) - length(apart) " of " length(seen) }' rows.tsv
}
time_pct=$(true_pct t) energy_pct=$(true_pct 't * p')
{
    printf '# Comparisons on an emulated board\n\n'
    made_by bench-compare wattcompare
    printf 'The commands train an emulated MobileNetV3 for 60 minibatches on an AGX Orin in mode %s.\nwattcompare chooses the number of runs.\n\n' "$MODE"
    printf '## Equal commands\n\nIn %s comparisons, no quantity is told apart (bar: 94 of 100).\n\n' "$(called_equal)"
    table 100 0 0
    printf '\n## Minibatches of 100 and of 101 samples\n\n'
    printf 'A minibatch of 101 samples takes %.2f %% more time and %.2f %% more energy (bar: found).\n\n' "$time_pct" "$energy_pct"
    table 101 "$time_pct" "$energy_pct"
} >"$out"
cat "$out"
