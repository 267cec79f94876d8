#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies figures from the tables in bench/ into README.md, between its two comments about figures, and draws
# bench/excess-time.svg (needs gnuplot).
# With --print the lines go to standard output and nothing is written; tests/repo/figures.sh compares them with README.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
case ${1-} in --print | --bars) ;; *) arguments 0 "$@" ;; esac
readme=$here/../README.md

die() { echo "readme-figures.sh: $*" >&2 && exit 1; }
# cell PAGE[#SECTION] ROW COLUMN: a cell of the table whose first column is ROW.
cell() {
    local section=''
    case $1 in *'#'*) section=${1#*#} ;; esac
    awk -F ' *[|] *' -v section="$section" -v row="$2" -v column="$3" '
        /^## / { inside = $0 == "## " section }
        (section == "" || inside) && $2 == row { print $(column + 1); found = 1; exit }
        END { exit !found }' "$here/${1%%#*}" || die "$1: no row '$2'"
}
# search DATA METHOD: the mean number of profiles, and median, mean and 95th percentile of the excess time on recorded tables.
search() {
    awk -F '\t' -v data="$1" -v method="$2" '
        /^# Search: excess time/ { inside = 1 }
        inside && $1 == data && $2 == method { print $3 + 0 " profiles: " $6 " / " $7 " / " $8; found = 1; exit }
        END { exit !found }' "$here/models.md" || die "models.md: no row '$1 $2'"
}
# prediction DATA METHOD: the mean errors of time and power on recorded tables.
prediction() {
    awk -F '\t' -v data="$1" -v method="$2" '
        /^# Prediction: mean absolute error/ { inside = 1 }
        inside && $1 == data && $2 == method { print $4 " / " $5; found = 1; exit }
        END { exit !found }' "$here/models.md" || die "models.md: no row '$1 $2'"
}
# other SECTION TABLES METHOD COLUMN...: figures of another method from 10 profiles, on as many searches or fits as ours.
other() {
    awk -F ' *[|] *' -v section="## $1" -v tables="$2" -v method="$3" -v columns="${*:4}" '
        /^## / { inside = $0 == section }
        inside && $2 == tables && $3 ~ /^(design )?10$/ && $4 ~ /^pm/ { count = $5 }
        inside && $2 == tables && $3 ~ /^(design )?10$/ && $4 == method && $5 == count {
            n = split(columns, column, " ")
            for (i = 1; i <= n; i++) printf "%s%s", (i > 1 ? " / " : ""), $column[i]
            found = 1
        }
        END { exit !found }' "$here/strongest.md" || die "strongest.md: no row '$2 $3' in $1"
}
# live FAULTS: the mean excess time on emulated boards.
live() {
    awk -F ' *[|] *' -v faults="$1" '$2 == "all" && $3 == faults { print $6; found = 1 } END { exit !found }' \
        "$here/live.md" || die "live.md: no row 'all $1'"
}
# loading WORKERS: images per second of ours, a slash, and the loader with the most of those that decode all pixels of the same files.
loading() {
    awk -F ' *[|] *' -v workers="$1" '
        /^## / { inside = $0 == "## strongest" }
        inside && index($2, "GLD-like, " workers ", ") == 1 && $2 ~ /--decode exact$/ && $4 + 0 > most {
            most = $4; ours = $3; split($2, part, ", "); loader = part[3]
        }
        END { print ours "/" loader " " most; exit !most }' "$here/train.md" || die "train.md: no row 'GLD-like, $1' in strongest"
}
slashes() { sed 's|, | / |g'; }
# milliseconds ROW WHO: "1.2 ms, vmtouch 3.4 ms; ..." holds the times of both.
milliseconds() { cell cachestat.md "$1" 5 | sed -n "s/^\(.* ms\), vmtouch \(.* ms\);.*/\\$2/p"; }
row() { printf '| %s | %s | %s | %s |\n' "$@"; }

figures() {
    local small='cachestat, 100000 small files, 2 threads' sparse='100 GB sparse file'
    row 'what' 'wattline' 'compared with' 'page'
    row --- --- --- ---
    row 'fastest of 441 modes within a budget: excess time, median / mean / 95th percentile (%)' \
        "pmsearch, $(search '441 all' 'physics 10')" "NNLS and GP, 10 profiles: $(other Search '441 modes' 'NNLS and GP' 7)" '[strongest](bench/strongest.md)'
    row 'the same, 4,368 modes' \
        "pmsearch, $(search 'full all' 'physics 10')" "NNLS and GP, 10 profiles: $(other Search '4,368 modes' 'NNLS and GP' 7)" '[strongest](bench/strongest.md)'
    row 'live on emulated boards, 12 profiles, of which two fail and one is wrongly fast / slow: mean excess time (%)' \
        "pmsearch $(live fast) / $(live slow)" "pmsearch without faults: $(live none)" '[live](bench/live.md)'
    row 'time / power of all other modes from 10 profiles: mean error (%)' \
        "pmpredict $(cell models.md 'prediction, design 10: time, power (%)' 2 | slashes)" \
        "NNLS and GP $(other Prediction training 'NNLS and GP' 6 7)" '[strongest](bench/strongest.md)'
    local left_out='prior of others, network left out, design 10' in_sample='prior of all, in sample, design 10'
    row 'the same, with a prior that was fitted to the other networks' \
        "pmpredict $(prediction training "$left_out")" "fitted to all, in sample: $(prediction training "$in_sample")" '[models](bench/models.md)'
    row 'the same, inference' "pmpredict $(prediction inference "$left_out")" \
        "fitted to all, in sample: $(prediction inference "$in_sample")" '[models](bench/models.md)'
    row 'energy of emulated epochs, AGX Orin, realistic sensor model: largest error (%)' "joules $(cell ledger.md agx-orin 6)" \
        "printed bound, mean $(cell ledger.md agx-orin 7)" '[ledger](bench/ledger.md)'
    row 'CPU time of one sample of 6 rails, 10 Hz (us)' \
        "powerlog $(cell metering.md 'powerlog, CPU per sample of 6 rails (12 files), 10 Hz (us)' 2)" \
        "Python loop $(cell metering.md 'powerlog at 10 Hz against a Python loop, CPU (times less)' 3 | sed 's/ us.*//')" \
        '[metering](bench/metering.md)'
    row 'which of 100,000 files are in memory' "cachestat $(milliseconds "$small" 1)" "vmtouch $(milliseconds "$small" 2)" \
        '[cachestat](bench/cachestat.md)'
    row 'the same for a sparse file of 100 GB' "cachestat $(milliseconds "$sparse" 1)" "vmtouch $(milliseconds "$sparse" 2)" \
        '[cachestat](bench/cachestat.md)'
    local one two
    one=$(loading '1 worker') two=$(loading '2 workers')
    row 'JPEG files of 800 x 600 loaded per second, 1 worker' "trainstep ${one%%/*}" "${one#*/}" '[train](bench/train.md)'
    row 'the same, 2 workers' "trainstep ${two%%/*}" "${two#*/}" '[train](bench/train.md)'
    row 'ResNet-18 step of 16 images, 2 threads (ms)' "trainstep $(cell train.md#resnet18 system 2)" \
        "PyTorch $(cell train.md#resnet18 system 3)" '[train](bench/train.md)'
    row 'the same on an NVIDIA H200 (ms)' "trainstep $(cell 'train-cuda.md#steps' 'resnet18, 16' 2)" \
        "PyTorch $(cell 'train-cuda.md#steps' 'resnet18, 16' 3)" '[train-cuda](bench/train-cuda.md)'
    row 'start, read and print the power mode (ms)' "pmode get $(cell pmode.md 'pmode get (ms)' 2)" \
        "lscpu $(cell pmode.md 'pmode get (ms)' 3)" '[pmode](bench/pmode.md)'
}

bars() { # what excess-time.gp draws: method, median, mean, 95th percentile
    printf '%s, %s\n' gradient "$(search '441 all' gmd)" 'binary search' "$(search '441 all' bs)" \
        'NNLS and GP' "10 profiles: $(other Search '441 modes' 'NNLS and GP' 7)" pmsearch "$(search '441 all' 'physics 10')"
}

case ${1:-} in
--print) figures && exit ;;
--bars) bars | sed 's|: | / |; s| / |\t|g' && exit ;;
esac
figures >"$readme.figures"
trap 'rm -f "$readme.figures" "$readme.new" "$here/bars.tsv"' EXIT
awk -v block="$readme.figures" '
    /^<!-- end of figures -->/ { inside = 0 }
    !inside { print }
    /^<!-- figures:/ { inside = 1; while ((getline line < block) > 0) print line }' "$readme" >"$readme.new"
cp "$readme.new" "$readme"
bars | sed 's|: | / |; s| / |\t|g' >"$here/bars.tsv"
gnuplot -e "bars='$here/bars.tsv'; picture='$here/excess-time.svg'" "$here/excess-time.gp"
