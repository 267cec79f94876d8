#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jetsim run by a user who is not root: in a user namespace where /dev/fuse is open to all, else a clear refusal.
set -eu
fail() { echo "FAILED: $*"; exit 1; }
chmod 711 .
mkdir -m 777 out
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/ "$@"; }
as_nobody jetsim list >out/list 2>err || fail "the built tools cannot be run by another user: $(cat err)"
with_fuse() { # with_fuse MODE COMMAND: in out/, with a device of our own in place of the machine's, which may be closed
    rm -f fuse
    mknod -m "$1" fuse c 10 229
    unshare -m bash -eu -c "mount --bind fuse /dev/fuse; cd out; $2"
}
export -f as_nobody

if as_nobody unshare -Ur true 2>/dev/null; then
    with_fuse 666 'as_nobody jetsim run --board orin-nano -- sh -c "
        id -u; cat /etc/nv_tegra_release /sys/class/hwmon/hwmon*/name
        pmode get --no-header --columns source; cp /etc/passwd passwd; echo x >/etc/new"' >seen 2>err ||
        fail "in a user namespace: $(cat err)"
    [ "$(head -1 seen)" = 65534 ] || fail "another user: $(cat seen)"
    for text in '^# R3' ina3221 emulated; do grep -q "$text" seen || fail "no $text: $(cat seen)"; done
    cmp out/passwd /etc/passwd || fail "/etc/passwd"
    [ ! -e /etc/new ] || fail "this machine's /etc was changed"
else
    echo "not tested here: user namespaces (this machine has none for users)"
fi

refused() { # refused MESSAGE COMMAND...
    status=0
    "${@:2}" 2>err || status=$?
    [ $status = 69 ] || fail "${*:2}: status $status, $(cat err)"
    grep -q "$1" err || fail "${*:2}: $(cat err)"
    [ ! -e out/ran ] || fail "the command ran"
}
refused '/dev/fuse: Permission denied' with_fuse 600 'as_nobody jetsim run --board orin-nano -- touch ran'
if unshare -Ur true 2>/dev/null; then # its own limit; this machine's stays
    refused 'allow user namespaces' unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces
        exec setpriv --bounding-set=-all jetsim run --board orin-nano -- touch out/ran'
fi
