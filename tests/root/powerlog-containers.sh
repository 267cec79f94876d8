#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The lines of docs/on-a-real-board.md that end in "# podman", in order, on an emulated board: their containers run the programs of
# this machine. Then what the page says of what a container sees.
set -eu
fail() { echo "FAILED: $*" && exit 1; }
command -v podman >/dev/null || { echo "not run: podman is not installed" && exit 0; }

mkdir bin M
image=wattline-test-$$
links=() options=(--network none -v "$PWD/M:/M" -e PATH -e WATTLINE_ROOT=/M)
for path in /*; do
    case $path in /proc | /sys | /dev | /run | /tmp | /var | /boot | /work) continue ;; esac # the page mounts /work
    if [ -L "$path" ]; then links+=("${path#/}"); elif [ -d "$path" ]; then options+=(-v "$path:$path:ro"); fi
done
# The tools and their data may be in a folder that a container does not have.
options+=(-v "$BIN:/tools:ro" -v "$SRC/share:/data:ro" -e WATTLINE_DATA=/data) PATH=/tools:$PATH
tar -c -C / "${links[@]}" | podman import - "$image" >/dev/null 2>&1 || fail "podman cannot import an image"
trap 'podman rm -f -t 0 job >/dev/null 2>&1 || true; podman rmi -f "$image" >/dev/null 2>&1 || true' EXIT
usable=
for how in "" "--ulimit nofile=1024:1024 --ulimit nproc=1024:1024"; do # some machines do not let podman raise limits,
    for engine in "" "--runtime runc"; do                              # and have cgroups that crun does not take
        # shellcheck disable=SC2086 # words
        podman $engine run --rm $how "${options[@]}" "$image" true 2>>refusals && usable=yes && break 2
    done
done
[ -n "$usable" ] || { echo "not run: podman can start no container here: $(tail -n 1 refusals)" && exit 0; }

# podman as in the page; IMAGE stands for this machine.
real=$(command -v podman)
cat >bin/podman <<EOF
#!/bin/bash
case \$1 in run) ;; *) exec $real "\$@" ;; esac
shift
exec $real $engine run $how $(printf '%q ' "${options[@]}") "\${@/#IMAGE/$image}"
EOF
chmod +x bin/podman
export PATH=$PWD/bin:$BIN:$PATH
jetsim mount --board agx-orin M
export WATTLINE_ROOT=$PWD/M
printf '#!/bin/sh\nexec jetsim step --workload resnet18 --max-steps 20\n' >train.sh && chmod +x train.sh
sed -n 's/^    \(.*\)    # podman$/\1/p' "$SRC/docs/on-a-real-board.md" | sed 's/python3 train.py/jetsim step --workload resnet18 --max-steps 60/' >lines
[ "$(wc -l <lines)" = 5 ] || fail "other lines: $(cat lines)"
while IFS= read -r line; do
    root=$WATTLINE_ROOT
    case $line in loadlog*) root=/ ;; esac # the processes are those of this machine
    WATTLINE_ROOT=$root bash -c "$line" >out 2>err </dev/null || fail "status $?: $line: $(cat err)"
    case $line in
    joules*) grep -q '^energy  *[0-9]' err || fail "no energy: $(cat err)" ;;
    powerlog*) [ "$(wc -l <steps.tsv)" = 22 ] || fail "step rows: $(cat steps.tsv)" ;;
    loadlog*) awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "proc_cpu_pct") c = i } $c ~ /^[0-9.]+$/ { n++ } END { exit n == 0 }' job.tsv ||
        fail "no CPU time of the container: $(cat job.tsv)" ;;
    *rails) grep -q '^VDD_GPU_SOC' out || fail "no rails: $(cat out err)" ;;
    esac
done <lines
see() { podman run --rm "$@" IMAGE find /sys/dev/block -type l 2>/dev/null | wc -l; }
[ "$(see)" = 0 ] || fail "/sys/dev/block is not hidden"
[ "$(see --security-opt unmask=/sys/firmware:/sys/dev/block)" -gt 0 ] || fail "it is not unmasked"
podman run --rm -v "$PWD/M:/M:ro" IMAGE pmode set 4c/max/max/max 2>err && fail "a mode was set on a read-only board"
podman run --rm --privileged IMAGE pmode set 4c/max/max/max || fail "no mode was set"
[ "$(pmode get --mode --columns mode | tail -n 1 | cut -d / -f 1)" = 4c ] || fail "another mode"
jetsim umount M
