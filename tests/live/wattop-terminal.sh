#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# wattop on a terminal, as a person uses it: keys, another size of the window, job control, colours, character sets, and
# whatever ends it leaves the terminal as it was. Each step waits until the screen shows it.
set -euo pipefail
mkdir M
jetsim mount --board agx-orin --time-scale 5 M
export WATTLINE_ROOT=$PWD/M
fail() {
    echo "FAILED: $*"
    screen
    exit 1
}
pane() { tmux -S "$SCRATCH/socket" -f /dev/null -u "$@"; }
screen() { pane capture-pane -p "$@"; }
press() { pane send-keys "$@"; }
run() { press -l "$1" && press Enter; }
shows() { # shows PATTERN: within two minutes, a line of the screen does
    local deadline=$((SECONDS + 120))
    until screen | grep -qE -- "$1"; do
        [ $SECONDS -lt $deadline ] || fail "the screen does not show: $1"
        sleep 0.05
    done
}
ended() { # ended STATUS: the command did, and the terminal is as it was
    shows "^status $1\$"
    [ "$(pane display-message -p '#{alternate_on}')" = 0 ] || fail "status $1: the other screen is still shown"
    run 'stty -g >after; clear; echo compared'
    shows '^compared$'
    cmp before after || fail "status $1: other settings of the terminal"
    ! pgrep -f -- "--root $PWD/M --interval" || fail "status $1: child processes are left"
}
top() { # top [ASSIGNMENT...]: starts wattop in the shell of the pane
    run "clear; env $* wattop; echo status \$?"
    shows '^energy .* J .*TOTAL'
}
in_pane() { pgrep -x wattop -P "$(pane display-message -p '#{pane_pid}')"; }

status=0
wattop </dev/null >out 2>err || status=$?
[ $status = 69 ] && grep -q 'no terminal' err && grep -q 'wattop --once' err || { echo "no terminal: $(cat err)"; exit 1; }

export LC_ALL=C.UTF-8 PS1='$ '
unset NO_COLOR
pane new-session -d -x 80 -y 24 bash --norc --noprofile -i
trap 'pane kill-server' EXIT
run 'stty -g >before; clear; echo ready'
shows '^ready$'

top
shows '^TOTAL .* W \[█'
shows '^q quit  r reset energy .* h help'
[ "$(screen -e | grep -c $'\e\\[3[1-6]m')" -gt 3 ] || fail "no colours"
jetsim step --workload resnet18 --max-steps 100000 >/dev/null 2>&1 &
train=$!
shows '^GPU +[1-9][0-9.]* %'
kill $train
shows '^energy   [0-9]{3,}'
press r Space # the screen stands still right after it
shows ' paused [0-9:]+$'
screen | grep -qE '^energy   (NA|[0-9]{1,2}\.)' || fail "the joules go on"
press Space
shows 'space pause'
press s
shows 's sort: power'
pane resize-window -x 110 -y 30
shows '^wattop .{95}[0-9]{2}:[0-9]{2}:[0-9]{2}$'
press h
shows '^r +count joules from now on'
press x
shows '^EMC '
press C-z
shows 'Stopped'
run 'clear; fg; echo status $?'
shows '^EMC '
pane resize-window -x 60 -y 10
shows '^q quit'
[ "$(screen | wc -l)" -le 10 ] || fail "a small window"
press q
ended 0
pane resize-window -x 80 -y 24

# Throttling that begins while it looks.
pmode set max/max/max/max
top
shows '^mode .* clocks pinned$'
jetsim fault M throttle
shows '^(events)? +[0-9:]{8} GPU clock [0-9]+ MHz, it was pinned to 1300 MHz'
shows '^(events)? +[0-9:]{8} over-current throttling: [0-9]+ more, [0-9]+ since boot'
jetsim fault --clear M
shows 'GPU clock is back at 1300 MHz'
press C-c
ended 130
for signal in TERM HUP QUIT; do
    top
    kill -$signal "$(in_pane)"
    ended $((128 + $(kill -l $signal)))
done

top NO_COLOR=1 LC_ALL=C
shows '^TOTAL .* W \[\|'
[ "$(screen -e | grep -c $'\e\\[[34][1-7]m')" = 0 ] || fail "colours"
! screen | LC_ALL=C grep -q '[^ -~]' || fail "other characters than ASCII"
press q
ended 0

# Recorded rows at their pace, the end of which the screen goes on to show.
powerlog -i 500ms -n 5 -o power.tsv
loadlog -i 500ms -n 5 -o load.tsv
run 'clear; wattop --replay power.tsv load.tsv; echo status $?'
shows "^energy .* in 0:0[12]"
press q
ended 0
run 'clear; TERM=none-of-these wattop; echo status $?'
shows 'TERM=none-of-these: not a terminal that ncurses knows'
ended 69
jetsim umount M
