#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/sweep-slurm.sh on a real Slurm: a controller and two nodes on loopback, each with an emulated board of its own. One
# node is killed in the middle; its task is requeued, and the merged table has each mode once, from one board.
set -euo pipefail
. "$SRC/tests/servers/sweeps.bash"
export PATH=/usr/sbin:$PATH SLURM_CONF=$PWD/slurm.conf
pids=()
end() {
    local status=$?
    [ "$status" = 0 ] || tail -n 30 ./*.log slurm-*.out 2>/dev/null || true
    kill "${pids[@]}" 2>/dev/null || true
    pkill -F munge/munged.pid 2>/dev/null || true
    wait
    umount_boards
    exit $status
}
trap end EXIT

mkdir -p munge state spool1 spool2
chmod 711 . && chmod 700 munge
head -c 1024 /dev/urandom >munge/key && chmod 400 munge/key
munged --key-file="$PWD/munge/key" --socket="$PWD/munge/socket" --pid-file="$PWD/munge/munged.pid" \
    --log-file="$PWD/munge/munged.log" --seed-file="$PWD/munge/seed" --force
port=$((20000 + RANDOM % 12000)) # below those that the kernel gives to others
cat >slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$PWD/munge/socket
CredType=cred/munge
SlurmctldPort=$port
SlurmdParameters=config_overrides
StateSaveLocation=$PWD/state
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd-%n.pid
SlurmdSpoolDir=$PWD/spool-%n
SlurmctldLogFile=$PWD/slurmctld.log
SlurmdLogFile=$PWD/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/linear
ReturnToService=2
SlurmdTimeout=300
KillWait=5
TaskProlog=$PWD/prolog
NodeName=board1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=board2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=jetsons Nodes=board[1-2] Default=YES State=UP
CONF
# The board of a node is the machine of its tasks; on real boards nothing needs to be set.
cat >prolog <<PROLOG
#!/bin/sh
echo "export WATTLINE_ROOT=$PWD/\$SLURMD_NODENAME"
PROLOG
chmod 755 prolog
mount_boards
slurmctld -D 2>ctl.log &
pids+=($!)
start_node() { slurmd -D -N "$1" 2>"$1.err.log" & }
start_node board1 && pids+=($!)
start_node board2 && victim=$!
both_idle() { [ "$(sinfo -h -o %t -N | sort -u)" = idle ]; }
within 60 both_idle

job=$(sbatch --parsable --partition=jetsons "$SRC/examples/sweep-slurm.sh" modes.tsv \
    jetsim step --workload lenet --max-steps 100000 | cut -d ';' -f 1)
on_board2() { squeue -h -t R -o %N | grep -x board2 >/dev/null && [ -n "$(find runs.* -name power.meta -newer modes.tsv 2>/dev/null)" ]; }
within 120 on_board2
task='' # the one on board2 may just have ended
until [ -n "$task" ]; do task=$(squeue -h -t R -o '%A %N' | awk '$2 == "board2" { print $1 }'); done
mapfile -t lost < <(below "$victim" && below "$(pgrep -f "^slurmstepd: \[$task\.")")
kill -9 "${lost[@]}" 2>/dev/null || true # as when the node loses its power
scontrol update nodename=board2 state=down reason="killed by the test"
start_node board2 && pids+=($!)
# A node that comes back may have returned to service by itself.
resumed() { scontrol update nodename=board2 state=resume || sinfo -h -N -n board2 -o %t | grep -E '^(idle|alloc|mix)$' >/dev/null; }
within 60 resumed
scontrol update jobid="$task" starttime=now # Slurm waits for two minutes before it starts a requeued task
all_ended() { [ -z "$(squeue -h)" ]; }
within 400 all_ended
jobs=$(scontrol show job "$job")
[ "$(grep -c 'JobState=COMPLETED' <<<"$jobs")" = 4 ] || fail "jobs: $jobs"
grep -q 'Restarts=1' <<<"$jobs" || fail "no task was requeued: $jobs"

mlr --tsv cat profiles.*.tsv >profiles.tsv
check_profiles profiles.tsv profiles.[0-3].tsv
