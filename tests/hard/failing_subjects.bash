# SPDX-License-Identifier: Apache-2.0
# Sourced by failing-calls.sh: the short runs of the tools, in two parts that run beside each other.
input=/dev/null

make_inputs() {
    awk -f "$SRC/tests/fixtures/surface.awk" >surface.tsv
    awk 'NR == 1 || NR % 20 == 0' surface.tsv >profiles.tsv
    pmpredict fit profiles.tsv >model.tsv
    seq 0 40 | awk 'BEGIN { print "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource" }
        { printf "%.6f\t%.6f\tTOTAL\ttotal\tNA\tNA\t5.0000\t0\tmeasured\n", 1010 + $1 / 10, 10 + $1 / 10 }' >power.tsv
    seq 0 2 | awk 'BEGIN { print "start_mono_s\tend_mono_s\tepoch\tsource" }
        { printf "%.6f\t%.6f\t%d\tmeasured\n", 10.5 + $1, 11.5 + $1, $1 }' >steps.tsv
}

try_searches() {
    try 'pmsearch replay' none exact pmsearch run --replay profiles.tsv --budget 16
    input=profiles.tsv try 'pmsearch next' none exact pmsearch next --budget 16 --modes surface.tsv
    input=/dev/null
}

try_files() {
    input=steps.tsv try joules none exact joules power.tsv
    input=/dev/null
    try 'pmpredict fit' none exact pmpredict fit profiles.tsv
    input=profiles.tsv try 'pmpredict apply' none exact pmpredict apply model.tsv
    input=/dev/null
    try dsgen none exact dsgen images --out out/set --count 2 --classes 2 --width 64 --height 48 --bytes 1500
}

try_half() { # try_half first|second
    make_inputs
    case $1 in
    first) try_searches ;;
    second) try_files ;;
    esac
}
