#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The lines of docs/on-a-real-board.md that end in "# podman", in order, on an emulated board: their containers run the programs of
# this machine. Then what the page says of what a container sees.
set -eu
fail() { echo "FAILED: $*" && exit 1; }
command -v podman >/dev/null || { echo "not run: podman is not installed" && exit 0; }

mkdir bin M opt image && cp -r "$BIN" opt/bin # the tools that the page unpacks
# What the image calls python3 trains on the board, and keeps a core busy meanwhile.
printf '#!/bin/sh\njetsim step --workload resnet18 --max-steps 150 &\nwhile kill -0 $! 2>/dev/null; do :; done\n' >image/python3
chmod +x image/python3
image=wattline-test-$$
links=() options=(--network none -v "$PWD/M:/M" -e PATH -e WATTLINE_ROOT=/M)
for path in /*; do
    case $path in /proc | /sys | /dev | /run | /tmp | /var | /boot | /work | /opt) continue ;; esac # the page mounts two of them
    if [ -L "$path" ]; then links+=("${path#/}"); elif [ -d "$path" ]; then options+=(-v "$path:$path:ro"); fi
done
# The tools and their data may be in a folder that a container does not have.
options+=(-v "$BIN:/tools:ro" -v "$PWD/image:/image:ro" -v "$SRC/share:/data:ro" -e WATTLINE_DATA=/data) PATH=/image:/tools:$PATH
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
set -- "\${@/#IMAGE/$image}"
exec $real $engine run $how $(printf '%q ' "${options[@]}") "\${@/#\/opt\/wattline:/$PWD/opt:}"
EOF
chmod +x bin/podman
export PATH=$PWD/bin:$BIN:$PATH
jetsim mount --board agx-orin M
export WATTLINE_ROOT=$PWD/M && pmode pin
printf '#!/bin/sh\nexec jetsim step --workload resnet18 --max-steps 20\n' >train.sh && chmod +x train.sh
# Seconds stand for minutes. The processes are those of this machine.
sed -n 's/^    \(.*\)    # podman$/\1/p' "$SRC/docs/on-a-real-board.md" | sed 's/sleep 60/sleep 10/g
    s/-d 10m/-d 10s/; s/ loadlog programs/ loadlog --root \/ programs/; s/joules account/& --allow-mixed/' >lines
[ "$(wc -l <lines)" = 8 ] || fail "other lines: $(cat lines)"
while IFS= read -r line; do
    status=0
    bash -c "$line" >out 2>err </dev/null || status=$?
    case $status:$line in
    0:joules\ --*) grep -q '^energy  *[0-9]' err || fail "no energy: $(cat err)" ;;
    [01]:joules\ account*) cp out accounts.tsv && grep -q '^idle' out && grep -q '^all.*[0-9]' out || fail "no accounts: $(cat out err)" ;; # 1: NA
    0:powerlog*steps.tsv) [ "$(wc -l <steps.tsv)" = 22 ] || fail "step rows: $(cat steps.tsv)" ;;
    0:powerlog*--name\ job*) cut -f 3,4 programs.tsv | grep -qx 'container.job' || fail "the container has no rows: $(cat programs.tsv)" ;;
    0:*/powerlog*) grep -q 'TOTAL' out || fail "no rails: $(cat out err)" ;;
    0:*/loadlog*) [ "$(wc -l <out)" = 3 ] || fail "no load: $(cat out err)" ;;
    0:*) ;;
    *) fail "status $status: $line: $(cat err)" ;;
    esac
done <lines
grep -q '^job' accounts.tsv || fail "the container has no account: $(cat accounts.tsv)"
see() { podman run --rm "$@" IMAGE find /sys/dev/block -type l 2>/dev/null | wc -l; }
[ "$(see)" = 0 ] || fail "/sys/dev/block is not hidden"
[ "$(see --security-opt unmask=/sys/firmware:/sys/dev/block)" -gt 0 ] || fail "it is not unmasked"
podman run --rm -v "$PWD/M:/M:ro" IMAGE pmode set 4c/max/max/max 2>err && fail "a mode was set on a read-only board"
podman run --rm --privileged IMAGE pmode set 4c/max/max/max || fail "no mode was set"
[ "$(pmode get --mode --columns mode | tail -n 1 | cut -d / -f 1)" = 4c ] || fail "another mode"
# Where /sys/firmware is hidden, there is power, and no GPU.
mount -t tmpfs tmpfs M/sys/firmware
[ "$(pmode board | sed -n 's/^board\t//p')" = generic ] || fail "the board is known by something else"
powerlog -n 1 | grep -q TOTAL || fail "no total on a generic board"
[ "$(loadlog -n 1 --columns gpu_hz,gpu_pct --no-header)" = $'NA\tNA' ] || fail "the GPU of a generic board is known"
pmode set 4c/max/max/max 2>err && fail "a mode was set on a generic board"
umount M/sys/firmware
jetsim umount M
