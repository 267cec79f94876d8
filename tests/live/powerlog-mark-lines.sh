#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# powerlog --mark-lines: lines of a command's output are marks, and its output passes through unchanged, to pipes and terminals.
set -u
failed=0
fail() { echo "$*"; failed=1; }
mkdir board && jetsim mount --board orin-nano board || exit 1
trap 'jetsim umount board' EXIT
cat >train.sh <<'END'
#!/bin/sh
for epoch in 0 1 2; do
    printf 'step 1/2\rstep 2/2\n' >&2
    sleep 0.4
    echo "epoch $epoch loss 0.5"
done
printf 'no line end'
exit 3
END
chmod +x train.sh
./train.sh >expected.out 2>expected.err
powerlog --root board -o p.tsv --mark-lines '^(epoch [0-9]+)' --marks-out m.tsv -- ./train.sh >out 2>err
[ $? = 3 ] || fail "the status is not the command's"
cmp expected.out out || fail "standard output is not what the command wrote"
grep -vF 'powerlog: ' err | cmp expected.err - || fail "standard error is not what the command wrote"
cut -f 3,4 m.tsv | grep 'output$' >marks
printf 'epoch %s\toutput\n' 0 1 2 | diff - marks || fail "the marks are not the matching lines"
# The bar's line ends with a carriage return, and the last line has no end.
powerlog --root board -o p2.tsv --mark-lines 'step ./2|no line' --marks-out m2.tsv -- ./train.sh >/dev/null 2>&1
[ "$(grep -c 'output' m2.tsv)" = 7 ] || fail "not 7 marks: $(cat m2.tsv)"
# A command without such a line, and one that writes all of them at its end, are told.
powerlog --root board -o p8.tsv --mark-lines 'never' --marks-out m8.tsv -- ./train.sh >/dev/null 2>err
grep -qF "no line of the command's output matches --mark-lines 'never'" err || fail "no word of no mark: $(cat err)"
joules --marks-end p8.tsv <m8.tsv >e.tsv 2>err
grep -qF 'intervals: none were read' err || fail "no word of no interval: $(cat err)"
powerlog --root board -o p9.tsv --mark-lines '^epoch' --marks-out m9.tsv -- sh -c './train.sh >all 2>&1; cat all' >/dev/null 2>err
grep -qF 'the 3 marks came at once' err || fail "no word of a buffer: $(cat err)"
# The energy of the epochs, whose marks end them.
joules --marks-end --max-gap 60s --columns label,energy_j p.tsv <m.tsv >e.tsv 2>/dev/null # the bounds of short ones may be large
[ "$(awk -F '\t' '$1 ~ /^epoch/ && $2 > 0' e.tsv | wc -l)" = 3 ] || fail "not three energies: $(cat e.tsv)"
# A terminal stays one.
script -qec "powerlog --root board -o p3.tsv --mark-lines tty --marks-out m3.tsv -- sh -c 'test -t 1 && echo a tty'" /dev/null >/dev/null </dev/null
grep -q 'a tty.*output' m3.tsv || fail "the command had no terminal: $(cat m3.tsv)"
# What cannot work is refused before the command runs.
for wrong in "--mark-lines x" "--mark-lines ( --marks-out m4.tsv"; do
    # shellcheck disable=SC2086
    powerlog --root board -o p4.tsv $wrong -- touch ran 2>/dev/null
    [ $? = 64 ] && [ ! -e ran ] || fail "not refused: $wrong"
done
powerlog --root board -n 1 -o p5.tsv --mark-lines x --marks-out m5.tsv 2>/dev/null
[ $? = 64 ] || fail "not refused without a command"
# A reader that goes away ends the command, as without us, and the log is whole.
powerlog --root board -o p6.tsv --mark-lines y --marks-out m6.tsv -- yes 2>/dev/null | head -n 1 >/dev/null
[ "${PIPESTATUS[0]}" = 141 ] || fail "yes did not end by SIGPIPE"
tail -n 1 m6.tsv | grep -q 'end.*log' || fail "the log has no end"
# A reader that does not read stops the command, but not the sampling.
mkfifo slow && { exec 9<>slow; }
powerlog --root board -i 20ms -o p7.tsv --mark-lines y --marks-out m7.tsv -- timeout -s KILL 1 yes >slow 2>/dev/null &
rows() { grep -c TOTAL p7.tsv 2>/dev/null || :; }
for _ in $(seq 600); do [ "$(rows)" -ge 20 ] 2>/dev/null && break || sleep 0.1; done
[ "$(rows)" -ge 20 ] || fail "the sampling stopped with the output: $(rows) rows"
kill -0 %1 2>/dev/null || fail "powerlog did not wait for the reader of its output"
cat <&9 >/dev/null &
reader=$!
wait %1
kill $reader 2>/dev/null
exit $failed
