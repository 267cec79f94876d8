#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# share/sudoers: a user whom it names sets modes with sudo, without a password; nothing that can be written behind these
# commands runs a program as root, writes where only root may, or shows what only root may read. On an emulated board, for
# which this test, unlike the file, lets sudo keep WATTLINE_ROOT. In a mount namespace, so that the sudoers of this machine stay as they are.
set -uo pipefail
if [ -z "${IN_NAMESPACE-}" ]; then
    for program in sudo visudo; do command -v $program >/dev/null || { echo "$program is missing: install sudo"; exit 1; }; done
    visudo -cf "$SRC/share/sudoers/wattline" || exit 1
    IN_NAMESPACE=1 exec unshare --mount bash "$0"
fi
failed=0
be_wrong() { echo "$*"; failed=1; }
umask 022
chmod 755 .
user=nobody group=$(id -gn nobody)
mount -t tmpfs -o mode=755 tmpfs /etc/sudoers.d
sed "s,/usr/bin/pmode,$BIN/pmode,g; s,^%wattline ,%$group ," "$SRC/share/sudoers/wattline" >/etc/sudoers.d/wattline
echo 'Defaults env_keep += "WATTLINE_ROOT"' >/etc/sudoers.d/root
chmod 440 /etc/sudoers.d/*
jetsim mount --board agx-orin --time-scale 50 M || exit 1
mkdir -m 755 precious && echo "SECRET of root" >precious/hidden && chmod 600 precious/hidden && echo text >precious/file
seal() { find precious -printf '%p %m %u %s %T@\n' | sort; }
sealed=$(seal)
mkdir own && printf '#!/bin/sh\nid -u >>%s/own/ids\n' "$PWD" >own/hostile && chmod 755 own/hostile && chown -R "$user" own

as_user() { (cd own && setpriv --reuid "$user" --regid "$group" --clear-groups "$@") >out.txt 2>err.txt </dev/null; }
allowed() { as_user env WATTLINE_ROOT="$PWD/M" sudo -n "$BIN/pmode" "$@" || be_wrong "pmode $*: status $?: $(cat err.txt)"; }
in_force() { [ "$(pmode --root M get --mode --no-header --columns mode)" = "$1" ] || be_wrong "$(pmode --root M get --mode)"; }
before=$(pmode --root M get --mode --no-header --columns mode)
# A mode that went to this machine would change it.
as_user env WATTLINE_ROOT="$PWD/M" sudo -n "$BIN/pmode" get --mode && grep -q "$before" out.txt || { cat out.txt err.txt && exit 1; }
allowed set 4c/1.2G/930M/2.133G
in_force 4c/1190400k/930750k/2133000k
allowed verify
allowed restore --last
in_force "$before"
allowed pin && allowed unpin && allowed get && allowed get --mode

refused() { ! as_user env WATTLINE_ROOT="$PWD/M" sudo -n -l "$BIN/pmode" "$@" || be_wrong "pmode $*: allowed"; }
refused run max/max/max/max -- ./hostile
refused set -v 4c/1.2G/930M/2.133G
refused set --dry-run
refused set @own
refused set 'max/max/max/max run'
refused restore own
refused

hostile() { # hostile WORD...: what follows pmode
    as_user env WATTLINE_ROOT="$PWD/M" timeout 60 sudo -n "$BIN/pmode" "$@"
    ! grep -qs SECRET out.txt err.txt || be_wrong "pmode $*: showed what only root may read"
    ! find own -user "$user" -type f -exec grep -qs SECRET {} + || be_wrong "pmode $*: gave it to the user"
    ! grep -qsx 0 own/ids || be_wrong "pmode $*: ran a program as root"
    [ "$(seal)" = "$sealed" ] || be_wrong "pmode $*: wrote where only root may: $(seal | diff <(echo "$sealed") -)"
}
count=0
while read -ra words; do
    hostile "${words[@]}" && count=$((count + 1))
done <<EOF
run --as-root max/max/max/max -- ./hostile
run max/max/max/max -- ./hostile
hold --as-root -- ./hostile
-q run --as-root max/max/max/max -- ./hostile
set max/max/max/max run --as-root max/max/max/max -- ./hostile
set run --as-root max/max/max/max -- ./hostile
set --dry-run max/max/max/max hold --as-root -- ./hostile
set --as-root max/max/max/max -- ./hostile
verify hold --as-root -- ./hostile
restore --last hold --as-root -- ./hostile
restore run --as-root max/max/max/max -- ./hostile
get --mode hold --as-root -- ./hostile
pin hold --as-root -- ./hostile
pin -o ../precious/file
set -v -o ../precious/file 4c/max/max/max
set -v -o ../precious/new 4c/max/max/max
set -v --append -o ../precious/file 4c/max/max/max
verify -o ../precious/file
verify --conf ../precious/hidden
set @../precious/hidden
set --before ../precious/hidden 4c/max/max/max
set --dry-run --modes ../precious/hidden
restore ../precious/hidden
restore --before ../precious/hidden --last
save ../precious/new
set --root ../precious 4c/max/max/max
set --root $PWD/precious/hidden 4c/max/max/max
set -o../precious/file
set --root=../precious
set --modes=../precious/hidden
list --conf ../precious/hidden
bench 4c/max/max/max 8c/max/max/max
EOF
# A variable that sudo removes is missed. Nothing is changed here: the machine of this test is shown, and said to be so.
rm /etc/sudoers.d/root
as_user env WATTLINE_ROOT="$PWD/M" sudo -n "$BIN/pmode" get --mode
grep -q "sudo has removed WATTLINE_ROOT=$PWD/M: this machine is used" err.txt || be_wrong "no word of WATTLINE_ROOT: $(cat err.txt)"
as_user env -u WATTLINE_ROOT sudo -n "$BIN/pmode" get --mode
! grep -q WATTLINE_ROOT err.txt || be_wrong "WATTLINE_ROOT was not set: $(cat err.txt)"
WATTLINE_ROOT="$PWD/M" sudo -n "$BIN/pmode" get --mode >out.txt 2>err.txt # root by root
grep -q "sudo has removed WATTLINE_ROOT=$PWD/M: this machine is used" err.txt || be_wrong "no word of root's WATTLINE_ROOT: $(cat err.txt)"
[ "$count" -gt 20 ] || be_wrong "only $count hostile commands were tried"
exit $failed
