# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests that train on a GPU.
set -euo pipefail
fail() { echo "$*" && exit 1; }
# of_counted FILE PER_ROW AT_END: awk over the counted steps, with v("column").
of_counted() {
    awk -F '\t' 'function v(name) { return $at[name] + 0 }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["phase"] == "counted" { '"$2"' } END { '"$3"' }' "$1"
}
# losses FILE: one per line, of all steps.
losses() { awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["loss"] }' "$1"; }
# same_losses FILE FILE TOLERANCE: of as many steps, at least 6, equal within TOLERANCE, relative to the greater of 1 and the loss.
same_losses() {
    paste <(losses "$1") <(losses "$2") | awk -v most="$3" '
        NF != 2 { bad = 1 }
        { d = $1 - $2; size = $1 > 1 ? $1 : 1; if (d < 0) d = -d; if (!(d / size <= most)) { print "step " NR ": " $0; bad = 1 } }
        END { exit bad || NR < 6 }'
}
