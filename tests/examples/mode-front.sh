#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The mode that needs the least energy is not the fastest, and the modes of the vendor are in the picture. A run that was
# interrupted continues where it was, and a run that is complete measures nothing again.
. "$SRC/tests/examples/quick.bash"
setsid "$SRC/examples/mode-front" --quick --board agx-orin -o out >/dev/null 2>&1 &
until [ "$(cat out/front-runs/journal.tsv 2>/dev/null | wc -l)" -ge 4 ]; do kill -0 $! || fail "mode-front ended by itself"; sleep 0.05; done
kill -TERM -- -$!
wait $! && fail "an interrupted run ended with status 0"
[ ! -e out/board/proc ] || fail "an interrupted run left its board mounted"
sed -n 2,3p out/front-runs/journal.tsv >before.tsv

quick mode-front
sed -n 2,3p out/front-runs/journal.tsv | cmp - before.tsv
holds out/front.tsv '
    v("status") != "ok" || v("source") != "emulated" { next }
    { n++; named += v("name") != "NA" }
    !fastest || v("minibatch_ms") < fastest { fastest = v("minibatch_ms"); fast = NR }
    !least || v("energy_j") < least { least = v("energy_j"); low = NR }
    END { print n, named, fast, low; print (n >= 6 && named == 4 && fast != low ? "yes" : "no") }'
pictures out/time-energy.svg out/time-power.svg
grep -q 'MODE_15W' out/time-energy.svg
cp out/front-runs/journal.tsv journal.tsv
quick mode-front
cmp journal.tsv out/front-runs/journal.tsv

"$SRC/examples/mode-front" --board agx-orin -o out 2>refused && fail "results of --quick were continued without it"
grep -q 'has results of other options (quick 1); choose another folder' refused
for name in agx-orin2 agx-orin,orin-nano all ","; do
    "$SRC/examples/mode-front" --quick --board "$name" -o mistyped 2>refused && fail "$name is accepted as a board"
    grep -qF -- "--board $name: jetsim has no such board" refused
    [ ! -e mistyped ] || fail "--board $name left a folder"
done
"$SRC/examples/mode-front" --help | grep -q -- '--board NAME'
