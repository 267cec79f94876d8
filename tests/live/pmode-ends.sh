#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Whatever goes wrong in `pmode run` and `pmode bench`, the earlier state is restored: outputs that cannot be opened or
# written, files of /run that cannot be written, signals, too few file descriptors. What cannot be saved is not changed.
set -euo pipefail
fail() { echo "$*"; exit 1; }
mkdir M
jetsim mount --board orin-nano M
export WATTLINE_ROOT=$PWD/M
mode=2c/min/min/min other=4c/max/max/max
pmode set max/max/max/max
pmode save before.tsv
ends() { # ends STATUS COMMAND...: it ends so, and the state is the one before
    local want=$1 got=0; shift
    "$@" >out.txt 2>err.txt || got=$?
    [ "$got" = "$want" ] || fail "$*: status $got, not $want: $(cat err.txt)"
    pmode save after.tsv
    cmp before.tsv after.tsv || fail "$*: not restored: $(diff before.tsv after.tsv)"
}

# Outputs are opened before the first write to a knob: the last change is still the one above.
cp M/run/wattline/pmode.last last.tsv
printf 'another\theader\n' >rows.tsv
for subcommand in "run $mode" "bench $mode $other" "set $mode"; do
    command='-- true'
    case $subcommand in bench* | set*) command= ;; esac
    ends 74 pmode $subcommand -o /nonexistent/x $command
    ends 64 pmode $subcommand -o new.tsv --columns typo $command
    ends 65 pmode $subcommand -o rows.tsv --append $command
done
cmp last.tsv M/run/wattline/pmode.last || fail "something was changed"

# Outputs that fail later.
ends 74 pmode run $mode -o /dev/full -- true
ends 74 pmode bench $mode $other -o /dev/full
(trap - PIPE; set +o pipefail; pmode bench $mode $other | head -n 1 >head.txt)
ends 0 true

# Files of /run that cannot be written, before the change and during it.
mkdir M/run/wattline/pmode.last.new
ends 74 pmode run $mode -- true
rmdir M/run/wattline/pmode.last.new
mkdir M/run/wattline/pmode.asked.new
ends 74 pmode run $mode -- true
rmdir M/run/wattline/pmode.asked.new
pmode run $mode -- mkdir M/run/wattline/pmode.asked.new 2>err.txt && fail "a lost note of the mode is no success"
rmdir M/run/wattline/pmode.asked.new
ends 0 true
pmode set max/max/max/max

# Signals to pmode alone. The command gets those that ask it to end.
for signal in TERM HUP USR2 ALRM XCPU VTALRM RTMIN; do
    rm -f ready
    env --default-signal pmode run $mode -- sh -c 'touch ready; exec sleep 60' 2>err.txt &
    until [ -e ready ]; do kill -0 $! || fail "$(cat err.txt)"; sleep 0.02; done
    kill -s $signal $!
    got=0; wait $! || got=$?
    [ $got -gt 128 ] || fail "SIG$signal: status $got"
    ends 0 true
done
for signal in INT QUIT USR1 PIPE XFSZ; do
    rm -f ready
    env --default-signal pmode run $mode -- sh -c 'touch ready; until [ -e end ]; do sleep 0.02; done' 2>err.txt &
    until [ -e ready ]; do kill -0 $! || fail "$(cat err.txt)"; sleep 0.02; done
    kill -s $signal $!
    touch end
    wait $! || fail "SIG$signal: status $?"
    rm end
    ends 0 true
done
for signal in TERM USR2 ALRM; do
    env --default-signal pmode bench $mode $other --repeat 1000000 -o bench-$signal.tsv 2>err.txt &
    until grep -qs all bench-$signal.tsv || ! kill -0 $!; do sleep 0.02; done
    kill -s $signal $!
    got=0; wait $! || got=$?
    [ $got = $((128 + $(kill -l $signal))) ] || fail "bench and SIG$signal: status $got"
    ends 0 true
done

# A part of the earlier state that cannot be read: nothing is changed.
for files in 7 8; do
    ends 74 sh -c "ulimit -n $files; exec pmode run $mode -- true"
done
jetsim umount M

# Limits that the kernel shows only while a core of their cluster is on are a part of the earlier state, also after SIGKILL.
jetsim mount --board agx-orin --kernel 6.12 M
limits() { cat M/sys/devices/system/cpu/cpufreq/policy8/scaling_{min,max}_freq | xargs; }
core=M/sys/devices/system/cpu/cpu
pmode set 12c/1190400k/min/min
for cpu in 8 9 10 11; do echo 0 >$core$cpu/online; done
rm -f ready
pmode run 12c/729600k/min/min -- sh -c 'touch ready; exec sleep 60' 2>err.txt &
until [ -e ready ]; do kill -0 $! || fail "$(cat err.txt)"; sleep 0.02; done
[ "$(limits)" = "729600 729600" ] || fail "the mode of the run: $(limits)"
kill -KILL $!
wait $! || true
pmode restore --last
[ "$(cat ${core}8/online)" = 0 ] || fail "the cluster that was off is on"
echo 1 >${core}8/online
[ "$(limits)" = "1190400 1190400" ] || fail "the limits of a cluster that was off: $(limits)"
jetsim umount M
