#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/sweep-parallel.sh over a real sshd: two hosts, which are this machine with an emulated board each. The power of one
# fails in the middle of the sweep, and the same line continues it: each mode has one profile, from one board.
set -euo pipefail
. "$SRC/tests/servers/sweeps.bash"
server=''
end() {
    local status=$?
    [ "$status" = 0 ] || tail -n 30 ./*.log 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    wait
    umount_boards
    exit $status
}
trap end EXIT
chmod 755 .
ssh-keygen -q -t ed25519 -N '' -f host_key
ssh-keygen -q -t ed25519 -N '' -f user_key
port=$((20000 + RANDOM % 12000)) # below those that the kernel gives to others
# A session begins in this folder and not in the home folder of whoever runs the test.
cat >sshd_config <<CONF
Port $port
ListenAddress 127.0.0.1
HostKey $PWD/host_key
PidFile none
AuthorizedKeysFile $PWD/user_key.pub
StrictModes no
UsePAM no
AcceptEnv WATTLINE_ROOT
ForceCommand cd $PWD && PATH=$PATH && eval "\$SSH_ORIGINAL_COMMAND"
CONF
# The board of a host is the machine itself; on real boards nothing needs to be set.
mount_boards
for board in board1 board2; do printf '%s\n' "Host $board" "    SetEnv WATTLINE_ROOT=$PWD/$board"; done >ssh_config
cat >>ssh_config <<CONF
Host *
    HostName 127.0.0.1
    Port $port
    IdentityFile $PWD/user_key
    IdentitiesOnly yes
    UserKnownHostsFile $PWD/known_hosts
    BatchMode yes
CONF
printf '[127.0.0.1]:%s %s\n' $port "$(cut -d ' ' -f 1,2 host_key.pub)" >known_hosts
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd # which sshd requires of root
"$(PATH=$PATH:/usr/sbin command -v sshd)" -D -e -f "$PWD/sshd_config" 2>sshd.log &
server=$!
within 30 ssh -F ssh_config board1 true

sweep() { SWEEP_SSH="ssh -F ssh_config" "$SRC/examples/sweep-parallel.sh" "board1 board2" modes.tsv jetsim step --workload lenet --max-steps 100000; }
sweep >first.tsv 2>first.log &
first=$!
has_profiles() { [ "$(wc -l <profiles.2.tsv)" -ge 3 ]; }
within 120 has_profiles
# The tools on the second board end as when it loses its power; so does its session.
mapfile -t lost < <(pgrep -f -- "--tag board=board2 --resume" | grep -Fxf <(below "$server" && below "$first"))
kill -9 "${lost[@]}" || fail "no sweep runs on board2"
wait $first && fail "a sweep that was killed ended with status 0"
jetsim umount -z board2 && jetsim mount --board orin-nano --time-scale 20 board2
sweep >profiles.tsv 2>second.log

check_profiles profiles.tsv profiles.[12].tsv
