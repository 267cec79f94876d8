#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every fault that jetsim lists, one after the other: powerlog and loadlog end by themselves, print whole rows, invent no
# number, and say so when a rail is not to be read. Each is switched on during the run, and is there when the next begins.
set -eu
fail() {
    echo "FAILED: $*"
    exit 1
}

argument_of() { # what stands behind the colon, by the kind that the list names
    case $1 in
    NA) echo "" ;;
    RAIL) echo :CPU ;;
    RAIL@TIME) echo :CPU@50ms ;;
    CPU | N) echo :1 ;;
    TIME) echo :550us ;;
    MODE) echo :4c/-/-/- ;;
    *) fail "a new kind of argument: $1" ;;
    esac
}

# Six rails and TOTAL a tick, none of them negative, above 100 W or half a row; TOTAL is their sum, or NA with one of them.
# Where a rail is gone from the start there is no TOTAL.
check_power() {
    if [ "$1" = 5 ] && ! grep -q TOTAL p.tsv; then
        [ "$(cut -f 3 p.tsv | sort -u | wc -l)" = 6 ]
        return
    fi
    awk -F'\t' '
        NR == 1 { fields = NF; next }
        NF != fields || ($7 != "NA" && ($7 !~ /^[0-9.]+$/ || $7 > 100)) { print "row " NR ": " $0; bad = 1 }
        $3 != "TOTAL" { count++; sum += $7; if ($7 == "NA") unknown++; next }
        {
            off = sum - $7
            if (count != 6 || (unknown ? $7 != "NA" : off * off > 1e-6)) { print "row " NR ": sum " sum ": " $0; bad = 1 }
            count = sum = unknown = 0; ticks++
        }
        END { exit bad || ticks < 2 }' p.tsv
}

try() { # try FAULT STATUS_WANTED RAILS
    status=0
    timeout 60 powerlog -q --root M -i 20ms -n 8 -o p.tsv --summary s.tsv || status=$?
    [ $status = "$2" ] || fail "$1: powerlog ended with status $status"
    check_power "$3" || fail "$1: power rows"
    timeout 60 loadlog -q --root M -i 20ms -n 4 -o l.tsv || fail "$1: loadlog ended with status $?"
    datamash check <l.tsv >/dev/null || fail "$1: load rows"
    grep -q nan p.tsv l.tsv s.tsv && fail "$1: a number that is none"
    return 0
}

mkdir M
jetsim fault --list >list
while read -r name kind _; do
    [ "$name" != fault ] || continue
    jetsim mount --board agx-xavier --kernel 5.10 M
    fault=$name$(argument_of "$kind")
    case $name in
    rail-*) during=1 after=1 rails=6 ;;
    label-gone) during=0 after=1 rails=5 ;;
    *) during=0 after=0 rails=6 ;;
    esac
    # Behind a command: the fault comes when sampling is under way.
    status=0
    timeout 60 powerlog -q --root M -i 20ms -o p.tsv -- sh -c "sleep 0.1; jetsim fault M $fault; sleep 0.2" || status=$?
    check_power 6 || fail "$fault during a run: power rows"
    if [ $during = 1 ]; then
        tail -n 7 p.tsv | grep -q 'CPU.*NA' || fail "$fault during a run: the rail is known to the end"
    fi
    try "$fault" $after $rails
    jetsim umount M
    echo "$fault"
done <list
