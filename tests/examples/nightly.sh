#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/nightly on an emulated board, started as cron starts it: a good night prints nothing, a night whose steps take more
# energy is reported and does not become the baseline, and so is one whose command fails; a night of another command is compared
# with none.
set -euo pipefail
fail() { echo "$*" && exit 1; }
mkdir M home
jetsim mount --board orin-nano --time-scale 3 M
trap 'jetsim umount M' EXIT
before=$(pmode --root M get --mode --columns mode)
printf '#!/bin/sh\njetsim step --workload "$(cat workload)" --max-steps 60 -o "$1"\n' >home/job
chmod +x home/job
# A line of a crontab runs in sh, in the home folder, with few variables.
cron() { (cd home && env -i HOME="$PWD" LOGNAME=root SHELL=/bin/sh PATH="$PATH" WATTLINE_ROOT="$OLDPWD/M" /bin/sh -c "$1"); }
nightly="$SRC/examples/nightly -d nights --check --profile=quick --check --allow-emulated"

# A busy machine misses readings, and then the night is not good.
echo resnet18 >home/workload
for try in 1 2 3 4 5; do
    rm -rf home/nights
    ! cron "$nightly 6c/max/max/max -- ./job {steps}" >mail.txt 2>&1 || break
    [ $try != 5 ] || fail "a good night: $(cat mail.txt home/nights/*/output.txt)"
done
[ ! -s mail.txt ] || fail "mail after a good night: $(cat mail.txt)"
cmp home/nights/good.tsv home/nights/"$(date +%F)"/verdicts.tsv || fail 'the verdicts of the good night are not the baseline'
[ "$(pmode --root M get --mode --columns mode)" = "$before" ] || fail 'the mode before is not in force'

echo mobilenetv3 >home/workload
cron "$nightly 6c/max/max/max -- ./job {steps}" >mail.txt 2>&1 && fail 'a step that takes much more energy is a good night'
grep -Eq '^nightly: (step-energy|coverage): fail' mail.txt || fail "mail: $(cat mail.txt)"
! grep -q '^nightly: step-energy: fail' mail.txt || grep -Eq '^nightly: a step took .* J, [+][0-9.]+ % against .* J on .*, the last good night$' mail.txt || fail "no rise: $(cat mail.txt)"
cmp home/nights/good.tsv home/nights/"$(date +%F)"/verdicts.tsv || fail 'a bad night is the baseline'
cron "$nightly 6c/max/max/max -- false" >mail.txt 2>&1 && fail 'a night whose command failed is good'
grep -q '^nightly: pmode run 6c/max/max/max -- false ended with status 1$' mail.txt || fail "mail: $(cat mail.txt)"
cron "$nightly 6c/max/max/max -- true" >mail.txt 2>&1 && fail 'a night without step rows is good'
grep -q 'true wrote no step rows: let it write them to {steps}' mail.txt || fail "mail: $(cat mail.txt)"

date=$(date +%F)
grep -q "^nightly: not compared with $date, the last good night: the command was ./job" mail.txt || fail "mail: $(cat mail.txt)"
cron "$nightly 4c/max/max/max -- ./job {steps}" >mail.txt 2>&1 || grep -Eq '^nightly: coverage' mail.txt || fail "another mode is a bad night: $(cat mail.txt)"
grep -q '^nightly: not compared with .*: the mode was 6c/max/max/max$' mail.txt || fail "mail: $(cat mail.txt)"

head -n 5 home/nights/nights.tsv >first.tsv
cut -f 2,3,6 first.tsv | paste -sd ' ' >nights.txt
[ "$(cat nights.txt)" = "$(printf 'mode\tstatus\tgood 6c/max/max/max\t0\t1 6c/max/max/max\t0\t0 6c/max/max/max\t1\t0 6c/max/max/max\t65\t0')" ] || fail "nights.tsv: $(cat nights.txt)"
flock home/nights/lock sh -c "$SRC/examples/nightly -d home/nights 6c/max/max/max -- true" 2>err.txt && fail 'two nights at once'
grep -q 'is still running' err.txt || fail "$(cat err.txt)"
for wrong in '' 'max/max/max/max' '-- true' '--wrong m -- true' 'm n -- true' '-d'; do
    got=0
    # shellcheck disable=SC2086
    "$SRC/examples/nightly" $wrong >out.txt 2>err.txt || got=$?
    [ $got = 64 ] || fail "nightly $wrong: status $got: $(cat err.txt)"
done
