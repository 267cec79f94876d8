#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# set, get and undo on a board of each kernel generation.
set -euo pipefail
fail() { echo "$*"; exit 1; }
status() { local want=$1 got=0; shift; "$@" >out.txt 2>err.txt || got=$?; [ "$got" = "$want" ] || fail "$*: status $got, not $want: $(cat err.txt)"; }
mode() { pmode get --mode --columns mode --no-header | cat; }

mkdir xavier orin nano
jetsim mount --board agx-xavier xavier
export WATTLINE_ROOT=$PWD/xavier
pmode set 4c/1.2G/900M/1.6G >silent.txt 2>&1
[ ! -s silent.txt ] || fail "set is not silent"
[ "$(mode)" = 4c/1190400k/905250k/1600000k ] || fail "the mode is $(mode)"
[ "$(cat xavier/sys/devices/system/cpu/online)" = 0-3 ]

# A frozen policy is named with its cores; the earlier mode comes back.
jetsim fault xavier stuck-core:5
status 1 pmode set 8c/1.2G/930M/max
grep -q 'policy4 .*cpu5' err.txt || fail "policy4 and cpu5 are not named: $(cat err.txt)"
[ "$(mode)" = 4c/1190400k/905250k/1600000k ] || fail "not undone: $(mode)"
jetsim fault xavier --clear
pmode set 8c/1.2G/930M/max

# The same line on an AGX Orin is refused for its memory clock, and nothing was written.
jetsim mount --board agx-orin orin
export WATTLINE_ROOT=$PWD/orin
before=$(mode)
status 64 pmode set 4c/1.2G/900M/1.6G
grep -q '204000k 665600k 2133000k 3199000k' err.txt || fail "the table is not listed: $(cat err.txt)"
[ "$(mode)" = "$before" ]

# Odd core counts leave a cluster partly on.
jetsim mount --board orin-nano nano
for root in xavier orin nano; do
    export WATTLINE_ROOT=$PWD/$root
    for asked in 1c/min/min/min 3c/max/max/max 5c/min/max/min max/max/min/max; do
        pmode set "$asked"
        pmode verify
        pmode get --columns status --no-header | cat | grep deviates >/dev/null && fail "$root $asked: deviates"
    done
    pmode set --cap 3c/min/max/min
    pmode verify
done

# What verify found is a row of a log.
status 0 pmode verify -o log.tsv
status 1 pmode verify -o log.tsv --append 1c/min/min/min
status 64 pmode verify --append
[ "$(cut -f 3,4 log.tsv | paste -sd ' ')" = "$(printf 'mode\tstatus %s\tfollows 1c/115200k/306000k/204000k\tdeviates' "$(mode)")" ] ||
    fail "the log of verify: $(cat log.tsv)"
for root in xavier orin nano; do jetsim umount $root; done
