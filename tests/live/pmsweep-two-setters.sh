#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# While a sweep runs nobody else sets a mode: not pmode, not another sweep. What changes clocks past the lock is
# flagged: no row measured in another mode is ok.
set -uo pipefail
mkdir M
jetsim mount --board agx-orin --time-scale 20 M
printf 'mode\n4c/1.2G/900M/2133M\n' >one.tsv
step=(jetsim step --root M --workload resnet18)
field() { mlr --itsv --onidx --ofs ';' "$@"; }
fail() {
    echo "$1"
    grep -H . ./*.err ./*.tsv 2>/dev/null
    exit 1
}
# NAME OPTION...: starts a sweep and returns once its command has made a minibatch.
start() {
    local name=$1
    shift
    pmsweep --root M --modes one.tsv --out "$name" "$@" -- "${step[@]}" >"$name.tsv" 2>"$name.err" &
    sweep=$!
    for _ in $(seq 600); do
        [ -n "$(find "$name" -path '*/4*/steps.tsv' -size +0 2>/dev/null)" ] && return
        sleep 0.05
    done
    fail "$name did not start"
}
# Waits until the sweep has taken in power rows of so many further seconds of the board, twice: it looks at the mode in between.
last_s() { cut -f 2 blink/4*/power.tsv | tail -n 1 | cut -d . -f 1; }
lasts() {
    local from
    for _ in 1 2; do
        from=$(last_s)
        until [ "$(last_s)" -ge $((from + $1)) ]; do kill -0 "$sweep" || fail "the sweep ended"; sleep 0.05; done
    done
}
end() { wait "$sweep" || fail "status $? of $1"; }
before() { pmode --root M get --mode --columns mode >before.tsv; }
restored() { pmode --root M get --mode --columns mode | cmp - before.tsv || fail "$1: the mode before was not restored"; }

before
start locked --window 100s
pmode --root M set max/max/max/max 2>set.err
[ $? = 75 ] && grep -q 'process [0-9]* (pmsweep .*) holds the lock of the power mode' set.err || fail "pmode set was not refused"
grep -q 'hint: --wait 10m waits for it' set.err || fail "the hint of pmode set: $(cat set.err)"
pmsweep --root M --modes one.tsv --out second -- "${step[@]}" >second.tsv 2>second.err
[ $? = 75 ] && grep -q 'process [0-9]* (pmsweep .*) holds the lock of the power mode' second.err || fail "a second sweep was not refused"
grep -q 'hint: start the sweep when it has ended' second.err || fail "the hint of the second sweep: $(cat second.err)"
[ ! -e second ] && [ ! -s second.tsv ] || fail "the second sweep left something"
pmode --root M set --wait 10m max/max/max/max &
waits=$!
end locked
[ "$(field cut -o -f cores,status,flag locked.tsv)" = '4;ok;ok' ] || fail "the row of the locked sweep"
wait "$waits" || fail "pmode set --wait was refused"
[ "$(pmode --root M get --mode | field cut -f cores)" = 12 ] || fail "the sweep's mode outlived it"

# A sweep under pmode hold shares that lock.
pmode --root M hold -- pmsweep --root M --modes one.tsv --out held -- "${step[@]}" >held.tsv 2>held.err || fail "under hold"
# Where most readings are late, the power may not settle.
field cut -f flag held.tsv | grep -x 'ok\|unsettled' >/dev/null || fail "flagged under hold"

# A clock that is changed past the lock and changed back, and a mode set by one that shares the lock.
before
gpu=M/sys/class/devfreq/17000000.ga10b
start blink --window 100s
high=$(cat $gpu/max_freq) low=$(cat $gpu/min_freq)
echo 318750000 >$gpu/min_freq
echo 318750000 >$gpu/max_freq
lasts 10
echo "$high" >$gpu/max_freq
echo "$low" >$gpu/min_freq
end blink
[ "$(field cut -f flag blink.tsv)" = clocks ] || fail "a mode that was changed and changed back is not flagged"
restored blink
start shared --window 200s
WATTLINE_LOCK_PASS=$sweep pmode --root M set 8c/1.2G/600M/2133M || fail "could not share the lock"
end shared
[ "$(field cut -f flag shared.tsv)" = clocks ] || fail "another mode is not flagged"
restored shared

# A search holds the lock, too, also between its profiles.
pmode --root M enum --sample 6 --seed 1 >space.tsv
pmsearch --root M run --budget 30 --modes space.tsv --sweep-option=--out=search -- "${step[@]}" >search.tsv 2>search.err &
search=$!
for _ in $(seq 600); do [ -s search/profile.tsv ] || [ -e search/journal.tsv ] && break || sleep 0.05; done
pmode --root M set max/max/max/max 2>set.err
[ $? = 75 ] || fail "pmode set was not refused while a search runs"
pmsweep --root M --modes one.tsv --out third -- "${step[@]}" >/dev/null 2>third.err
[ $? = 75 ] || fail "a sweep was not refused while a search runs"
wait $search || fail "the search"
restored search
