#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pmsearch run --live starts its command once, and measures each mode until its readings are precise: seconds, not the five of a
# full window. The mode before is restored.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
pmode save before.tsv
cat >train.sh <<'END'
#!/bin/sh
echo >>starts
exec jetsim step --root M --workload resnet18
END
chmod +x train.sh
pmsearch run --root M --budget 30 --max-profiles 5 --live --sweep-option=--out=runs -- ./train.sh >rows.tsv 2>err.txt
got=$?
[ $got -le 1 ] || fail "status $got: $(cat err.txt)"
[ "$(wc -l <starts)" = 1 ] || fail "the command was started $(wc -l <starts) times"
wrong=$(mlr --itsv --onidx filter '$window_s < 5 && ($status != "ok" || $verdict != "NA")' runs/profiles.tsv)
[ -z "$wrong" ] || fail "$wrong"
[ "$(mlr --itsv --onidx filter '$window_s < 5' then count runs/profiles.tsv)" -ge 3 ] || fail "$(cat runs/profiles.tsv)"
pmode save after.tsv
cmp before.tsv after.tsv || fail "the mode before was not restored"

# Who says what a window is gets that window.
pmsearch run --root M --budget 30 --max-profiles 1 --live --sweep-option=--out=full --sweep-option=--window=6s -- ./train.sh >rows.tsv 2>err.txt
[ $? -le 1 ] || fail "$(cat err.txt)"
[ "$(mlr --itsv --onidx filter '$window_s >= 6' then count full/profiles.tsv)" = 1 ] || fail "$(cat full/profiles.tsv)"
jetsim umount M
