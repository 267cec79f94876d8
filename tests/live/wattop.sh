#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `wattop --once` shows what powerlog, loadlog and `loadlog programs` print, line by line, and so does a replay of their
# rows. BOARDS names other emulated boards than three, or all.
set -euo pipefail
fail() { echo "FAILED: $*"; exit 1; }
boards=${BOARDS:-agx-orin orin-nano tx1}
[ "$boards" != all ] || boards=$(jetsim list --columns board --no-header)

# Beside this copy of wattop stand programs that keep what the tools print.
mkdir M tools && cp "$BIN/wattop" tools
printf '#!/bin/bash\nset -o pipefail\n"%s/powerlog" --summary summary.tsv "$@" | tee power.tsv\n' "$BIN" >tools/powerlog
printf '#!/bin/bash\nset -o pipefail\nrows=load.tsv\n[ "$1" != programs ] || rows=programs.tsv\n"%s/loadlog" "$@" | tee $rows\n' "$BIN" >tools/loadlog
chmod +x tools/powerlog tools/loadlog
for board in $boards; do
    jetsim mount --board "$board" M
    tools/wattop --root M --ascii --once -i 100ms >page 2>err || fail "$board: status $?: $(cat err)"
    for tool in powerlog loadlog; do $tool -q --root M -n 1 -o $tool.rows >/dev/null; done
    mv powerlog.rows.meta power.tsv.meta && mv loadlog.rows.meta load.tsv.meta
    python3 "$SRC/tests/live/wattop_page.py" page power.tsv summary.tsv load.tsv programs.tsv || { cat page; fail "$board"; }
    ! awk 'length > 80' page | grep . || fail "$board: wider than 80 columns"
    # The rows that were shown, shown again.
    wattop --ascii --once --replay programs.tsv power.tsv load.tsv >again 2>err || fail "$board: replay: $(cat err)"
    python3 "$SRC/tests/live/wattop_page.py" again power.tsv summary.tsv load.tsv programs.tsv || { cat again; fail "$board: replay"; }
    jetsim umount M
done

# A machine without sensors: the reason stands there, and all else is shown.
mkdir -p bare/proc bare/sys
wattop --root bare --once -i 100ms >page 2>err || fail "without sensors: status $?: $(cat err)"
grep -q '^power    generic: no power sensor found' page || fail "no word of the sensors: $(cat page)"
grep -q '^CPU ' page || fail "no load: $(cat page)"

# A tool that dies is named, and the status is 1.
printf '#!/bin/sh\necho broken >&2\nexit 70\n' >tools/powerlog
status=0
tools/wattop --root bare --once -i 100ms >page 2>err || status=$?
[ $status = 1 ] || fail "status $status for a powerlog that dies"
grep -q '^power    powerlog ended with status 70: broken$' page || fail "no word of its end: $(cat page)"
