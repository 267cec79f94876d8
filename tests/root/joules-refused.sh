#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Where only root may read the counters of a PC, joules -- COMMAND runs the command and says what to type.
set -eu
fail() { echo "FAILED: $*" && cat report && exit 1; }
zone=P/sys/class/powercap/intel-rapl:0
mkdir -p $zone tmp
echo package-0 >$zone/name
echo 100 >$zone/energy_uj
echo 262143328850 >$zone/max_energy_range_uj
chmod 400 $zone/energy_uj
chmod 755 . && chmod 1777 tmp
cp "$BIN"/{joules,powerlog} . # nobody may not reach the folder of the build
status=0
setpriv --reuid 65534 --regid 65534 --clear-groups env TMPDIR="$PWD/tmp" ./joules --root P -- sh -c 'exit 3' 2>report || status=$?
[ $status = 3 ] || fail "status $status"
[ "$(grep -c 'sudo chmod a+r /sys/class/powercap/\*/energy_uj' report)" = 1 ] || fail "no word of what to type"
grep -q '^time ' report || fail "no time"
[ -z "$(ls tmp)" ] || fail "files are left: $(ls tmp)"
