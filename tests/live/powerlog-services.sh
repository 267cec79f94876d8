#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The commands of share/systemd and share/cron on an emulated board, read as systemd and cron read them.
set -uo pipefail
failed=0
be_wrong() { echo "$*"; failed=1; }
jetsim mount --board agx-orin --time-scale 20 board && export WATTLINE_ROOT=$PWD/board || exit 1

if command -v systemd-analyze >/dev/null; then
    # Elsewhere these units name folders and manual pages that are not installed here.
    for unit in "$SRC"/share/systemd/*.service; do
        systemd-analyze verify --man=no "$unit" 2>messages || be_wrong "$unit: $(cat messages)"
        [ ! -s messages ] || be_wrong "$unit: $(cat messages)"
    done
fi

# command_of UNIT [LINE...]: sets `words` to its command: variables are those of Environment=, then of the lines of
# /etc/default/wattline; "$V" becomes words and "${V}" one word.
command_of() {
    local word name line parts
    local -A value
    while IFS= read -r line; do value[${line%%=*}]=${line#*=}; done < <(
        sed -n 's/^Environment="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' "$SRC/share/systemd/$1.service" && printf '%s\n' "${@:2}" | grep '=')
    words=()
    for word in $(sed -n 's/^ExecStart=//p' "$SRC/share/systemd/$1.service"); do
        name=$(sed 's/^\${\{0,1\}\([A-Z_]*\)}\{0,1\}$/\1/' <<<"$word")
        case $word in
        '${'*) words+=("${value[$name]}") ;;
        '$'*) read -ra parts <<<"${value[$name]}" && words+=("${parts[@]}") ;;
        *) words+=("${word//\/var\/log\/wattline\//}") ;;
        esac
    done
}
settings=$(sed -n 's/^#\(WATTLINE_[A-Z]*=.*\)/\1/p' "$SRC/share/systemd/wattline.default")

command_of wattline-mode
"${words[@]}" || be_wrong "${words[*]}: status $?"
pmode verify max/max/max/max || be_wrong "the mode at boot is not in force"
command_of wattline-mode "$(grep MODE <<<"$settings")"
"${words[@]}" || be_wrong "${words[*]}: status $?"
pmode verify 4c/1.2G/900M/2133M || be_wrong "the mode of /etc/default/wattline is not in force"

log() { # log SIZE: the log service with files of this size, stopped as systemd stops it
    command_of wattline-log "$(grep LOG <<<"$settings")"
    words=("${words[@]/100M/$1}")
    "${words[@]/#1s/100ms}" &
    until [ -e "$2" ] && [ "$(wc -l <"$2")" -gt 2 ]; do
        kill -0 $! 2>/dev/null || { be_wrong "${words[*]}: ended"; return; }
        sleep 0.05
    done
    kill -TERM $!
    wait $! || be_wrong "${words[*]}: status $? after SIGTERM"
}
log 100M power.tsv
log 2k power.tsv.1
[ "$(grep -c time_s power.tsv.1)" = 1 ] || be_wrong "the second start did not append: $(head -n 2 power.tsv.1)"

# A crontab ends a command at a % that has no backslash in front.
while IFS= read -r line; do
    grep -qxF "    $line" "$SRC/docs/on-a-real-board.md" || be_wrong "docs/on-a-real-board.md: lacks a line of share/cron/wattline: $line"
    [ "$(sed 's/\\%//g' <<<"$line" | tr -cd %)" = '' ] || be_wrong "cron would end this line at a %: $line"
done < <(grep -v '^#' "$SRC/share/cron/wattline")
cron_command() { grep -v '^#' "$SRC/share/cron/wattline" | grep "$1" | cut -d ' ' -f 6- | sed 's/\\%/%/g'; } # cron_command WORD
command=$(cron_command ' -d 10m ' | sed 's/-d 10m/-d 1s/')
for run in 1 2; do HOME=$PWD sh -c "$command" || be_wrong "run $run: $command: status $?"; done
rows=$(echo power-????-??-??.tsv)
[ "$(grep -c time_s "$rows")" = 1 ] && [ "$(grep -c TOTAL "$rows")" -ge 2 ] || be_wrong "cron: $(ls; cat "$rows")"
flock powerlog.lock sh -c "HOME=$PWD; $command" && be_wrong "cron: a second run did not give way"

# The nightly measurement trains here on the emulated board, and leaves the mode as it was. Its verdict is tests/examples/nightly's.
command=$(cron_command trainstep | sed "s#/usr/share/doc/wattline#$SRC#; s/trainstep resnet18 --synthetic --max-steps 2000/jetsim step --workload resnet18 --max-steps 20/")
pmode get --mode --columns mode >before
HOME=$PWD sh -c "$command" >mail.txt
[ $? = 1 ] && grep -q '^nightly: source: fail' mail.txt || be_wrong "$command: $(cat mail.txt)"
pmode get --mode --columns mode | cmp - before || be_wrong "$command: another mode is in force"
[ "$(grep -c counted nights/*/steps.tsv)" = 20 ] && grep -q TOTAL nights/*/power.tsv || be_wrong "cron: $(ls nights/*)"
exit $failed
