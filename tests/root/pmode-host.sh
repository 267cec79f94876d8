#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pmode with its default paths: in a mount namespace whose /sys, /etc and /run are an emulated board's. nvpmodel and
# systemctl are stand-ins that note how they were called; the command under sudo is not root.
set -euo pipefail
fail() { echo "$*"; exit 1; }
if [ "${1-}" != inside ]; then
    mkdir M etc bin
    jetsim mount --board agx-orin M
    rm M/run/wattline/emulated # on a board that is known to be emulated, pmode starts no services
    cp -a M/etc/. /etc/passwd /etc/group /etc/nsswitch.conf etc
    export SCRIPT=$0
    exec unshare -m bash -c 'mount --make-rprivate / && mount --bind etc /etc && mount --bind M/run /run &&
        mount --rbind M/sys /sys && exec bash "$SCRIPT" inside'
fi
export PATH=$PWD/bin:$PATH
status() { local want=$1 got=0; shift; "$@" >out.txt 2>err.txt || got=$?; [ "$got" = "$want" ] || fail "$*: status $got, not $want: $(cat err.txt)"; }
says() { grep -q -- "$1" err.txt || fail "no '$1' in: $(cat err.txt)"; }
stand_in() { # stand_in NAME: a program from standard input, which notes its arguments first
    { printf '#!/bin/sh\necho "%s $*" >>%s/calls\n' "$1" "$PWD"; cat; } >"bin/$1" && chmod +x "bin/$1"
}
called() { [ "$(cat calls 2>/dev/null)" = "$1" ] || fail "called: $(cat calls)"; rm -f calls; }
cpu=/sys/devices/system/cpu
[ "$(pmode board | sed -n 's/^board	//p')" ] || fail "no board"

# --via-nvpmodel: asked for by id, its status believed only when it is 0, its work checked.
status 69 pmode set --via-nvpmodel MODE_30W
says 'this machine has no program nvpmodel'
stand_in nvpmodel <<<'exit 0'
status 1 pmode set --via-nvpmodel MODE_30W
says 'online are 0-11'
called 'nvpmodel -m 2'
stand_in nvpmodel <<<'exit 3'
status 1 pmode set --via-nvpmodel 2
says 'nvpmodel ended with status 3'
called 'nvpmodel -m 2'
stand_in nvpmodel <<<"[ -z \"\$(cat)\" ] && pmode set 2 2>&1 | grep 'holds the lock' >/dev/null || exit 1
for i in 8 9 10 11; do echo 0 >$cpu/cpu\$i/online; done
for i in 0 4; do echo 1728000 >$cpu/cpufreq/policy\$i/scaling_max_freq; echo 729600 >$cpu/cpufreq/policy\$i/scaling_min_freq; done
echo 624750000 >/sys/class/devfreq/17000000.ga10b/max_freq"
status 0 pmode set --via-nvpmodel MODE_30W
called 'nvpmodel -m 2'
status 75 pmode set --via-nvpmodel MODE_50W
says 'needs a reboot'
status 64 pmode set --via-nvpmodel 4c/1.2G/max/max
says 'not a predefined mode'
called ''
status 64 pmode --root "$PWD/M" set --via-nvpmodel 2

# A fixed fan speed stops nvfancontrol, which would change it; undo starts it. Its control group comes and goes with it.
group=/sys/fs/cgroup/system.slice
stand_in systemctl <<<"case \$1 in stop) mount -t tmpfs none $group ;; start) umount $group ;; esac"
[ -e $group/nvfancontrol.service ]
pwm=/sys/class/hwmon/hwmon9/pwm1
before=$(cat $pwm)
status 0 pmode run --fan 60% max/-/-/- -- sh -c "cat $pwm; test ! -e $group/nvfancontrol.service"
[ "$(cat out.txt)" = 153 ] || fail "under run: $(cat out.txt)"
called 'systemctl stop nvfancontrol
systemctl start nvfancontrol'
[ "$(cat $pwm)" = "$before" ] || fail "the fan was not restored"
status 0 pmode set --fan max
called 'systemctl stop nvfancontrol'
status 0 pmode set --fan auto
called 'systemctl start nvfancontrol'
status 0 pmode set --fan auto
called ''
stand_in systemctl <<<'exit 5'
status 1 pmode set --fan 30%
says 'service:nvfancontrol: inactive was refused'
rm calls

# Under sudo the command is the caller's, unless told otherwise.
nobody=$(id -u nobody)
nobodys=$(id -g nobody)
export SUDO_UID=$nobody SUDO_GID=$nobodys
for subcommand in "run max/-/-/-" hold; do
    [ "$(pmode $subcommand -- sh -c 'id -u; id -G; echo $USER')" = "$nobody
$(id -G nobody)
nobody" ] || fail "$subcommand under sudo"
    [ "$(pmode $subcommand --as-root -- id -u)" = 0 ] || fail "$subcommand --as-root"
done

# A knob that the user may not read is not known to hold, which is not a deviation.
unset SUDO_UID SUDO_GID
status 0 pmode set max/max/-/-
knob=$cpu/cpufreq/policy0/scaling_max_freq
chmod 600 $knob
status 77 setpriv --reuid=nobody --regid=nogroup --clear-groups pmode verify
says 'not known'
# The current mode as one row names every limit that may not be read.
gpu=/sys/class/devfreq/17000000.ga10b/max_freq
chmod 600 $gpu
status 1 setpriv --reuid=nobody --regid=nogroup --clear-groups pmode get --mode
says '^pmode: warning: policy0: present, but it cannot be read'
says '^pmode: warning: 17000000.ga10b: present, but it cannot be read'
says '^pmode: warning: /sys/kernel/nvpmodel_emc_cap/emc_iso_cap: exists, but only root or its group may read it'
chmod 644 $knob $gpu
status 0 pmode verify
