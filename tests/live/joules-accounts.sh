#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two trainings at once on an emulated board: joules account says what each of them used, within its bounds of what the
# board's own ledger has, and that programs which always run together cannot be told apart.
set -euo pipefail
fail() {
    echo "FAILED: $*"
    cat rows.tsv truth.tsv note.txt 2>/dev/null
    exit 1
}
mkdir -p M

# record BOARD MODE FIRST SECOND ALONE: each training lasts 24 s, the second one begins ALONE later. A busy machine may
# leave gaps in the log of power, and then it is recorded again.
record() {
    local attempt
    for attempt in 1 2 3 4 5; do
        jetsim mount --board "$1" --time-scale 4 M
        pmode --root M set "$2"
        # shellcheck disable=SC2016  # the inner shell expands them
        WATTLINE_ROOT=$PWD/M powerlog -q -i 100ms -o p.tsv -- bash -c '
            train() { # train NAME WORKLOAD: until its load was logged for 24 s
                jetsim step -q --workload "$2" --epochs 1000 -o "$1.steps.tsv" &
                echo $! >"$1.pid"
                loadlog -q --pid $! -d 24s -o "$1.load.tsv"
                kill $!
                wait $! || true
            }
            rest() { loadlog -q -d "$1" -o rest.tsv; }
            rest 10s
            train a "$0" &
            [ "$2" = 0s ] || rest "$2"
            train b "$1"
            wait
            rest 10s' "$3" "$4" "$5"
        jetsim ledger --accounts M >truth.tsv
        jetsim umount M
        joules account --max-gap 4s -r "$rails" -p a=a.load.tsv,a.steps.tsv -p b=b.load.tsv,b.steps.tsv p.tsv >rows.tsv 2>note.txt
        grep -q 'have gaps' note.txt || return 0
        echo "$1: log $attempt has gaps"
    done
}

compare() { # every account of rows.tsv with that of the ledger; programs are there under their process numbers
    sed "s/^$(cat a.pid)	/a	/; s/^$(cat b.pid)	/b	/" truth.tsv >named.tsv
    awk -F '\t' '
        NR == FNR { if (FNR > 1) truth[$1, $2] = $6; next }
        FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        $1 != "all" {
            true_j = truth[$1, $c["rail"]] + 0
            # The board is mounted a little longer than its power is logged.
            if ($1 == "idle") true_j *= $c["duration_s"] / mount
            # Silicon that cools down makes what is shared a little less than nothing.
            if (true_j < $c["low_j"] - 0.5 || true_j > $c["high_j"]) { print $0 " but " true_j " J"; bad = 1 }
            rows++
        }
        END { exit bad || rows < 4 }
    ' mount="$(awk -F '\t' 'NR == 2 { print $5 - $4 }' named.tsv)" named.tsv rows.tsv || fail "$1"
}
energy() { awk -F '\t' -v a="$1" '$1 == a { print $5; exit }' rows.tsv; }

rails=TOTAL,VDD_GPU_SOC,VDD_CPU_CV,VIN_SYS_5V0
record agx-orin 8c/1.2G/900M/2133M resnet18 mobilenetv3 12s
compare agx-orin
for account in a b idle; do [ "$(energy $account)" != NA ] || fail "no energy of $account"; done

rails=TOTAL,VDD_CPU_GPU_CV
record orin-nano 6c/1.5G/600M/2133M mobilenetv3 lstm 12s
compare orin-nano

record orin-nano 6c/1.5G/600M/2133M mobilenetv3 lstm 0s
compare 'orin-nano, at the same time'
for account in a b; do [ "$(energy $account)" = NA ] || fail "$account has an energy"; done
grep -q 'cannot be told apart: a, b' note.txt || fail 'no message'

# The CPU time of an emulated training is that of the board, not of this machine.
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $c["proc_cpu_pct"] != "NA" { program += $c["proc_cpu_pct"]; board += $c["cpu_pct"] }
    END { exit !(program > 0 && program < 1.05 * board) }' a.load.tsv || fail 'the CPU time of a training is more than that of its board'
