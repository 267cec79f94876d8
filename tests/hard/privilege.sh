#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hostile commands below sudo, hostile roots, confs and file names. Root runs the tools as sudo would for the user nobody,
# whose command puts symbolic links where the tools write, in the folders that they write to. What only root may write
# stays as it is, what only root may read is not shown, nothing of the user's runs as root, and nothing waits for ever.
set -uo pipefail
. "$SRC/tests/hard/counts.bash"
. "$SRC/tests/plain_board.bash"
[ "$(id -u)" = 0 ] || die "requires root, which it gives up for the user nobody"
umask 022
sudo=(env "SUDO_UID=$(id -u nobody)" "SUDO_GID=$(id -g nobody)" SUDO_USER=nobody)
as_nobody=(setpriv "--reuid=$(id -u nobody)" "--regid=$(id -g nobody)" --clear-groups)

. "$SRC/tests/hard/attack.bash"

# Links in place of each file that pmsweep makes, before it starts and while it runs, to a file and to a name that is free.
try_pmsweep() {
    one=(pmsweep --root "$here/M" -n 1 --window 0 --modes "$here/one.tsv" --out out)
    sweep=(pmsweep --root "$here/M" -n 1 --window 0 --modes "$here/modes.tsv" --out out)
    run=4_1190400_930750000_2133000000
    late=8_1190400_930750000_2133000000
    for name in lock command command.new journal.tsv before.state pmode.log power.meta power.meta.new powerlog.log \
        summary.tsv profiles.tsv profiles.tsv.new $run sensor.meta \
        $run/{pmode.log,power.tsv,steps.tsv,load.tsv,power.tsv.meta,verdict.tsv,stderr.log,profile.tsv,profile.tsv.new}; do
        for target in file free hidden; do
            chosen 11 || continue
            own_folder
            plant "out/$name" "$here/precious/$target"
            attack "pmsweep: out/$name is a link to $target" "${one[@]}" -- ./hostile
        done
        chosen 11 || continue
        own_folder
        LINK=out/${name/#$run/$late} TARGET=$here/precious/file attack "pmsweep: out/$name becomes a link" "${sweep[@]}" -- ./hostile
    done
    for folder in out out/$run out/$late; do
        [ -z "$quick" ] || [ "$folder" = out/$late ] || continue
        own_folder
        LINK=$folder TARGET=$here/precious attack "pmsweep: $folder becomes a link" "${sweep[@]}" -- ./hostile
        own_folder
        LINK=$folder TARGET=$here/precious attack "pmsweep --live: $folder becomes a link" "${sweep[@]}" --live -- ./hostile
        own_folder
        LINK=$folder TARGET=$here/precious attack "pmsweep {steps}: $folder becomes a link" "${sweep[@]}" -- ./hostile '{steps}'
    done
    for hook in --prepare --cleanup; do
        own_folder
        LINK=out/$run/stderr.log TARGET=$here/precious/file attack "pmsweep $hook" "${one[@]}" $hook ./hostile -- ./hostile
    done
    # A sweep that is resumed in a folder where the user has put other files.
    for name in journal.tsv before.state command profiles.tsv; do
        chosen 4 || continue
        own_folder
        "${as_nobody[@]}" mkdir own/out
        attack "pmsweep: $name" "${one[@]}" -- ./hostile
        rm -f "own/out/$name" && plant "out/$name" "$here/precious/hidden"
        attack "pmsweep --resume: $name is a link" "${one[@]}" --resume --only missing -- ./hostile
    done
    report pmsweep
}

# The same for pmtune: its logs, its rows, its summary and the rows of an earlier run.
try_pmtune() {
    tune=(pmtune -q --root "$here/M" --budget 30 --out out)
    for name in before.state pmode.log windows.tsv windows.tsv.meta power.meta powerlog.log steps.fifo words.txt earlier.tsv; do
        for target in file free hidden; do
            chosen 4 || continue
            own_folder
            plant "out/$name" "$here/precious/$target"
            attack "pmtune: out/$name is a link to $target" "${tune[@]}" --summary out/words.txt --resume out/earlier.tsv -- ./hostile
            own_folder
            plant "out/$name" "$here/precious/$target"
            attack "pmtune {steps}: out/$name is a link to $target" "${tune[@]}" -- ./hostile '{steps}'
        done
        chosen 4 || continue
        own_folder
        LINK=out/$name TARGET=$here/precious/file attack "pmtune: out/$name becomes a link" "${tune[@]}" --summary out/words.txt -- ./hostile
    done
    own_folder
    LINK=out TARGET=$here/precious attack "pmtune: its folder becomes a link" "${tune[@]}" -- ./hostile
    report pmtune
}

# Loggers: the rows, the meta file, the summary, the marks, the parts of a rotated log.
try_loggers() {
    for tool in powerlog loadlog; do
        log=("$tool" --root "$here/M" -i 50ms -o rows.tsv)
        names=(rows.tsv rows.tsv.meta rows.tsv.meta.new summary.tsv rows.tsv.1)
        more=(--summary summary.tsv)
        if [ $tool = powerlog ]; then names+=(marks.tsv fifo) && more+=(--marks-out marks.tsv --marks fifo); fi
        for name in "${names[@]}"; do
            for target in file free hidden folder; do
                chosen 9 || continue
                own_folder
                plant "$name" "$here/precious/$target"
                attack "$tool: $name is a link to $target" "${log[@]}" "${more[@]}" -- ./hostile
                own_folder
                plant "$name" "$here/precious/$target"
                attack "$tool --append: $name is a link to $target" "${log[@]}" "${more[@]}" --append -n 2
                own_folder
                LINK=$name TARGET=$here/precious/$target attack "$tool: $name becomes a link" "${log[@]}" "${more[@]}" -- ./hostile
            done
        done
        own_folder
        LINK=../own TARGET=$here/precious attack "$tool: its folder becomes a link" "${log[@]}" "${more[@]}" -- ./hostile
        rm -rf own own.moved
    done
    report loggers
}

# pmode: rows, saved states; the locks of the board.
try_pmode() {
    for name in rows.tsv rows.tsv.meta rows.tsv.meta.new state state.new; do
        for target in file free hidden; do
            chosen 7 || continue
            for command in "run 4c/1.2G/930M/2.133G -o rows.tsv -- ./hostile" "hold -- ./hostile" "save state" "get -o rows.tsv"; do
                own_folder
                plant "$name" "$here/precious/$target"
                # shellcheck disable=SC2086  # words
                attack "pmode $command: $name is a link to $target" pmode --root "$here/M" $command
            done
        done
    done
    own_folder
    attack "the lock of the mode" pmode --root "$here/M" hold -- ./hostile
    pmode --root M save own.state && pmode --root M restore own.state # each makes its lock
    local lock locks=0
    for lock in M/run/wattline/*.lock; do
        locks=$((locks + 1))
        "${as_nobody[@]}" flock -n "$lock" true 2>err.txt && be_wrong "any user can take $lock"
    done
    [ $locks -ge 2 ] || be_wrong "of the locks, only $locks were there"
    (umask 0 && "${sudo[@]}" pmode --root M run 4c/1.2G/930M/2.133G -o own/rows.tsv -- true)
    [ -z "$(find M/run/wattline own/rows.tsv* -perm /022)" ] || be_wrong "with umask 0 others may write: $(find M/run/wattline own/rows.tsv* -perm /022)"
    # A caller that is no user: nothing runs, nothing is written.
    for uid in 3999999 -5 nobody 99999999999 ''; do
        for command in "powerlog -n 1 -o rows.tsv" "powerlog -n 1 -- ./hostile" "loadlog -n 1 -o rows.tsv" "pmode hold -- ./hostile" \
            "pmode run max/-/-/- -- ./hostile" "pmsweep --modes $here/modes.tsv --out out -- ./hostile" "pmode save rows.tsv"; do
            chosen 8 || continue
            own_folder
            # shellcheck disable=SC2086  # words
            attack "SUDO_UID='$uid' $command" env WATTLINE_ROOT="$here/M" SUDO_UID="$uid" $command
            if [ -s own/ids ] || [ -e own/rows.tsv ] || [ -e own/out ]; then be_wrong "SUDO_UID='$uid': $command went on"; fi
        done
    done
    report pmode
}

# A root made by the user. Of the tools each case runs two, in turn.
plain_root() { plain_board T "$@" && chown -hR nobody T; }
commands=("pmode board" "pmode set 2c/1190400k/905250k/-" "pmode get" "pmode set MAXN" "powerlog -n 1" "pmode save state"
    "pmode list" "pmode run MAXN -- ./hostile" "loadlog -n 1" "powerlog -n 1 --chip-samples 4" "pmode restore --last")
turn=0
intrude() { # intrude WHAT COUNT: that many of the tools under that root
    local command i
    for ((i = 0; i < $2; i++)); do
        command=${commands[turn++ % ${#commands[@]}]}
        own_folder
        # shellcheck disable=SC2086  # words
        attack "$1: $command" env WATTLINE_ROOT="$here/T" $command
    done
}
try_root() {
    plain_root
    own_folder
    attack "the root as it is" pmode --root "$here/T" set 2c/1190400k/905250k/-
    if [ -s err.txt ] || [ "$(cat T/sys/devices/system/cpu/cpu3/online)" = 1 ]; then be_wrong "the root as it is: $(cat err.txt)"; fi
    knobs=(sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq sys/devices/system/cpu/cpu3/online sys/devices/system/cpu/cpufreq/policy0
        sys/class/devfreq/17000000.gpu/max_freq sys/class/devfreq/17000000.gpu sys/kernel/nvpmodel_emc_cap/emc_iso_cap
        sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon3/samples sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon3/in1_label
        sys/firmware/devicetree/base/compatible run run/wattline run/wattline/pmode.lock run/wattline/pmode.last
        run/wattline/pmode.last.new run/wattline/pmode.asked etc/nvpmodel.conf etc proc)
    for knob in "${knobs[@]}"; do
        for kind in "$here/precious/file" "$here/precious/hidden" "$here/precious" ../../../../../../../../../../../../../../../../../../../..$here/precious/file fifo huge zero; do
            chosen 25 || continue
            plain_root
            mkdir -p "T/$(dirname "$knob")"
            rm -rf "T/$knob"
            case $kind in
            fifo) mkfifo "T/$knob" ;;
            huge) truncate -s 1T "T/$knob" ;;
            zero) mknod "T/$knob" c 1 5 && chmod 666 "T/$knob" ;;
            *) ln -s "$kind" "T/$knob" ;;
            esac
            intrude "/$knob in the root is ${kind/#$here/}" 2
        done
    done
    report "a hostile root"
}

# A conf whose files lie elsewhere.
try_conf() {
    up=../../../../../../../../../../..
    for path in "/$up$here/precious/file" "/sys/$up$here/precious/file" "$here/precious/file" /sys/leaves/file /sys/leaf "/sys/leaves/$up$here/precious/file" \
        /proc/self/cwd/../precious/file /dev/null /run/wattline/pmode.last /etc/nvpmodel.conf; do
        chosen 3 || continue
        plain_root "$path"
        ln -s "$here/precious" T/sys/leaves && ln -s "$here/precious/file" T/sys/leaf
        intrude "a conf with $path" ${#commands[@]}
    done
    report "a hostile conf"
}

clean_messages() { # clean_messages TOOL WHAT: stderr is whole lines of the tool's, without a byte that a terminal acts on
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\xc2-\xf4\x80-\xbf])[\x80-\xbf]|[\xf5-\xff]' err.txt ||
        be_wrong "$2: $(od -c err.txt | head -n 5)"
    ! grep -vq "^$1: " err.txt || be_wrong "$2: more lines: $(cat err.txt)"
    [ -s err.txt ] || be_wrong "$2: no message"
}

# Names with what a terminal acts on, with bytes that are no UTF-8, and like a message of the tool.
try_names() {
    names=($'a\e]0;owned\a\e[2Jb' $'a\npmode: warning: forged' $'tab\tcr\r\b' $'\x9b1mC1' $'\xc2\x9b1mC1' $'no\xffutf8' $'del\x7f' $'caf\xc3\xa9')
    for i in "${!names[@]}"; do
        name=${names[$i]}
        while read -ra words; do
            chosen 6 || continue
            own_folder
            attack "name $i: ${words[*]}" env WATTLINE_ROOT="$here/M" "${words[@]//NAME/$name}"
            clean_messages "${words[0]}" "name $i: ${words[*]}"
        done <<'EOF'
pmode restore NAME/no
pmode set NAME
pmode save NAME/no
pmode get -o NAME/no
powerlog -n 1 -o NAME/no
powerlog -n 1 --calibration NAME/no
powerlog -n 1 -o rows.tsv --summary NAME/no
loadlog -n 1 -o NAME/no
loadlog import tegrastats NAME/no
cachestat NAME
cachestat warm NAME
joules NAME
wattcheck NAME
wattcompare --from NAME
dsgen images --out /dev/null/NAME
pmpredict fit NAME
pmpredict pareto NAME
pmsearch run --budget 30 --replay NAME
pmsearch next --budget 30 --modes NAME
trainstep lenet --data NAME
trainstep lenet --synthetic --samples 16 -o NAME/no
wattplot line NAME
wattplot NAME rows.tsv
jetsim list --board NAME
pmsweep --out out --modes NAME -- true
EOF
    done
    report "hostile names"
}

part() {
    prepare
    "try_$1"
}

chmod 755 .
beside part pmsweep pmtune loggers pmode root conf names
