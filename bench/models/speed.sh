#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# speed.sh SHARED PYTHON: processor seconds (user + system, median of five, whole process from rows to rows) of fit on 50
# rows, apply to the 29,232 modes of an AGX Xavier and next after 30 observations among 4,368 modes; beside them the
# Python prototype doing the same, as a whole and (compute) without its start and its rows.
set -eu
# shellcheck source=examples/start.bash
. "$(dirname "$0")/../../examples/start.bash"
arguments 2 "$@"
here=$(cd "$(dirname "$0")" && pwd)
shared=$(cd "$1" && pwd)
python=$2
table=$shared/data/orin-agx_train_resnet.tsv
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
cd "$scratch"
rows() { # rows N: the header and N rows spread over the table
    awk -v n="$1" 'NR == FNR { all += FNR > 1 && $NF == "ok"; next }
        FNR == 1 { print; next } $NF == "ok" && int(++k * n / all) > int((k - 1) * n / all) { print }' "$table" "$table"
}
rows 50 >fifty.tsv
rows 30 >thirty.tsv
awk 'BEGIN {
    OFS = "\t"; print "cores", "cpu_khz", "gpu_hz", "emc_hz"
    for (c = 1; c <= 8; c++) for (f = 0; f < 29; f++) for (g = 0; g < 14; g++) for (m = 0; m < 9; m++)
        printf "%d\t%d\t%d\t%d\n", c, 115200 + 76800 * f, 114750000 + 97000000 * g, 204000000 + 240000000 * m
}' >space.tsv
seconds() { # median processor time of five runs of a shell line
    for _ in 1 2 3 4 5; do
        TIMEFORMAT='%U %S'
        { time bash -c "exec $1" >out 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
    done | sort -n | sed -n 3p
}
printf '\n# Speed: processor seconds (one core)\ntask\twattline_s\tprototype_s\tratio\tprototype_compute_s\n'
compare() { # compare TITLE OURS TASK READINGS MODES
    ours=$(seconds "$2") theirs=NA compute=NA
    if "$python" "$here/prototype_speed.py" "$shared/models" "$3" "$4" "$5" >out; then
        theirs=$(seconds "$python $here/prototype_speed.py $shared/models $3 $4 $5")
        compute=$(tail -1 out)
    fi
    awk -v t="$1" -v a="$ours" -v b="$theirs" -v c="$compute" 'BEGIN {
        printf "%s\t%.3f\t%s\t%s\t%s\n", t, a, b, b == "NA" || a == 0 ? "NA" : sprintf("%.1f", b / a), c == "NA" ? c : sprintf("%.3f", c) }'
}
pmpredict fit fifty.tsv >model.tsv 2>/dev/null
compare 'fit 50 rows' 'pmpredict fit fifty.tsv' fit fifty.tsv space.tsv
compare 'apply to 29232 modes' 'pmpredict apply model.tsv <space.tsv' apply fifty.tsv space.tsv
compare 'next after 30 of 4368 modes' "pmsearch next --budget 30 --max-profiles 40 --modes $table <thirty.tsv" next thirty.tsv "$table"
