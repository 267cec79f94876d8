#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# wattplot line beside gnuplot alone, which draws every point, on power rows of three sizes and on a day of four rails at 10 Hz: time
# and peak memory. Writes the table to bench/plot.md, or to OUT=FILE; ROUNDS=3 runs of each in turn, AWK=mawk is the awk.
# Needs gnuplot and /usr/bin/time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
# shellcheck source=bench/boards.bash
. "$here/boards.bash"
out=$(realpath "${OUT:-$here/plot.md}") rounds=${ROUNDS:-3} awk=${AWK:-mawk}
need wattplot gnuplot "$awk" /usr/bin/time
enter_scratch
mkdir bin && ln -s "$(command -v "$awk")" bin/awk && PATH=$PWD/bin:$PATH

power() { # power ROWS RAIL...: of 10 Hz
    awk -v rows="$1" -v rails="${*:2}" 'BEGIN {
        n = split(rails, rail, " ")
        print "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource"
        for (i = 0; i < rows; i++) for (k = 1; k <= n; k++)
            printf "%.6f\t%.6f\t%s\tpart\t5.000\t1.0000\t%.4f\t0\tmeasured\n", 17e8 + i / 10, 1000 + i / 10, rail[k], 5 * k + i * 7919 % 1009 / 1000 }'
}
alone() { # alone FILE RAIL...: a curve per rail
    local curves=''
    for rail in "${@:2}"; do curves+="${curves:+, }'$1' using (strcol(3) eq '$rail' ? \$2 - 1000 : NaN):7 every ::1 with lines title '$rail'"; done
    [ $# -gt 2 ] || curves="'$1' using (\$2 - 1000):7 every ::1 with lines notitle"
    gnuplot -d -e "set terminal svg size 680,480; set datafile separator '\t'; plot $curves" >alone.svg 2>/dev/null
}
export -f alone
taken() { /usr/bin/time -a -o "$1" -f '%e %M' "${@:2}"; } # taken FILE COMMAND...
median() { sort -g "$1" | awk -v field="$2" '{ v[NR] = $field } END { print v[int((NR + 1) / 2)] }'; }
compare() { # compare NAME BAR RAIL...: of rows.tsv; the bar is in seconds
    local verdict=''
    rm -f ours theirs
    for _ in $(seq "$rounds"); do
        taken ours wattplot line --by rail rows.tsv -o ours.svg
        taken theirs bash -c 'alone "$@"' - rows.tsv "${@:3}"
    done
    [ "$2" = - ] || verdict=$(median ours 1 | awk -v bar="$2" '{ print $1 <= bar ? "yes" : "**no**" }')
    printf '| %s | %.2f | %.2f | %.1f | %.1f | %s | %s |\n' "$1" "$(median ours 1)" "$(median theirs 1)" \
        "$(median ours 2 | awk '{ print $1 / 1024 }')" "$(median theirs 2 | awk '{ print $1 / 1024 }')" "$2" "$verdict"
}
{
    printf '| rows | wattplot, s | gnuplot alone, s | wattplot, MiB | gnuplot alone, MiB | bar, s | met |\n|---|---|---|---|---|---|---|\n'
    for rows in 10000 100000 1000000; do
        power $rows TOTAL >rows.tsv
        compare $rows "$([ $rows = 1000000 ] && echo 2.5 || echo -)" TOTAL
    done
    power 864000 VDD_GPU_SOC VDD_CPU_CV VIN_SYS_5V0 TOTAL >rows.tsv
    compare '3456000, four rails' 10 VDD_GPU_SOC VDD_CPU_CV VIN_SYS_5V0 TOTAL
} | tee table.md
{
    printf '# Long logs as pictures\n\n'
    made_by bench-plot wattplot
    printf '\nMedians of %s runs in turn, with %s. gnuplot alone draws every point into an SVG file, which has as many points as rows;\n' "$rounds" "$awk"
    printf '`wattplot line` keeps the lowest and the highest point of each column of pixels.\n\n'
    cat table.md
} >"$out"
