#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Who may sweep: whoever may write the knobs, and for rows of earlier runs anybody. Under sudo the sweep's files are the
# caller's, and links that the caller's command puts in their place are not written through. In a mount namespace whose
# /sys, /etc and /run are those of a board of plain files.
set -euo pipefail
. "$SRC/tests/plain_board.bash"
fail() { echo "$*" && cat err.txt && exit 1; }
if [ "${1-}" != inside ]; then
    chmod 755 .
    plain_board T
    cp /etc/passwd /etc/group /etc/nsswitch.conf T/etc
    mkdir own && chown nobody own
    export SCRIPT=$0
    exec unshare -m bash -c 'mount --make-rprivate / && mount --bind T/etc /etc && mount --bind T/run /run &&
        mount --bind T/sys /sys && exec bash "$SCRIPT" inside'
fi
printf 'mode\n2c/1190400k/905250k/-\n' >modes.tsv
sweep=(pmsweep --modes ../modes.tsv --rail RAIL1 -n 2 --window 0)
train=(bash "$SRC/tests/cli/pmsweep/train.sh")
# run STATUS COMMAND...: in own/, as nobody unless told otherwise.
as=(setpriv "--reuid=$(id -u nobody)" "--regid=$(id -g nobody)" --clear-groups)
run() {
    local want=$1 got=0
    (cd own && "${as[@]}" "${@:2}" >../rows.tsv 2>../err.txt) || got=$?
    [ "$got" = "$want" ] || fail "${*:2}: status $got, not $want"
}

run 77 "${sweep[@]}" --out refused -- "${train[@]}"
[ ! -e own/refused ] || fail "a sweep that was refused made its folder"
chown -R nobody /sys/devices /sys/class /sys/kernel /run
run 0 "${sweep[@]}" --out first -- "${train[@]}"
cp rows.tsv first.tsv
chown -R root /sys/devices /sys/class /sys/kernel /run
run 0 "${sweep[@]}" --out first --resume -- "${train[@]}"
cmp first.tsv rows.tsv || fail "other rows than those of the run that is done"

as=(env "SUDO_UID=$(id -u nobody)" "SUDO_GID=$(id -g nobody)")
echo precious >precious
cat >own/hostile <<EOF
#!/bin/sh
for name in */stderr.log profiles.tsv.new power.meta.new summary.tsv; do rm -f out/\$name; ln -s $PWD/precious out/\$name; done
exec bash $SRC/tests/cli/pmsweep/train.sh
EOF
chmod 755 own/hostile
run 74 "${sweep[@]}" --out out -- ./hostile
[ "$(cat precious)" = precious ] || fail "pmsweep wrote through a link: $(cat precious)"
[ -z "$(find own/out -not -user nobody)" ] || fail "not the caller's: $(find own/out -not -user nobody)"
as=(env SUDO_UID=3999999)
run 77 "${sweep[@]}" --out nobody -- "${train[@]}"
