#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# On a hard disk, a first epoch reads each of its 96 files with at least the latency of the disk.
. "$SRC/tests/examples/quick.bash"
quick workers-and-media
holds out/steps.tsv '
    v("epoch") == 0 { ms[v("medium"), v("workers")] += v("read_ms"); images[v("medium"), v("workers")] += v("images") }
    v("source") != "emulated" { other++ }
    END {
        for (key in ms) { print key, ms[key], images[key]; n += images[key] == 96 && ms[key] > 0 }
        print (n == 9 && !other && ms["hdd", 0] >= 96 * 8 && ms["hdd", 1] >= 96 * 8 ? "yes" : "no")
    }'
holds out/epochs.tsv '{ n++; waits += v("stall_ms") > 0 } END { print (n == 18 && waits == 18 ? "yes" : "no") }'
board=emulated pictures out/first.svg out/last.svg

# Where an emulated board computes, a minibatch computes as long on one disk as on another, and waits longer for a slow one.
"$SRC/examples/workers-and-media" --quick --board agx-orin -o computed >computed.txt
holds computed/steps.tsv '
    v("phase") == "counted" { ms[v("medium")] += v("compute_ms"); n[v("medium")]++ }
    v("epoch") == 0 && v("workers") == 0 { stall[v("medium")] += v("stall_ms") }
    v("source") != "emulated" { other++ }
    END {
        hdd = ms["hdd"] / n["hdd"]; ssd = ms["ssd"] / n["ssd"]
        print hdd, ssd, stall["hdd"], other
        print (hdd > 20 && hdd < 1.5 * ssd && ssd < 1.5 * hdd && stall["hdd"] >= 96 * 8 && !other ? "yes" : "no")
    }'
board=agx-orin pictures computed/first.svg
# On the ssd, one loader thread removes most of the wait, and without any, later epochs find the data of the hdd in memory. (Of
# the median minibatch: others may wait for a busy machine.)
stall() { # stall MEDIUM WORKERS EPOCH
    see "computed/$1-$2-steps.tsv" 'v("phase") == "counted" && v("epoch") == '"$3"' { print v("stall_ms") }' | median
}
waits_less() { # waits_less FACTOR MEDIUM WORKERS EPOCH MEDIUM WORKERS EPOCH: the first one waits less than FACTOR times the second
    awk -v factor="$1" -v first="$(stall "${@:2:3}")" -v second="$(stall "${@:5:3}")" 'BEGIN { print first, second; exit !(first < factor * second) }' ||
        fail "the stalls of $*"
}
# A machine that takes longer to load a minibatch than the board to compute it only waits less.
loads_faster=$(see computed/ssd-1-steps.tsv 'v("phase") == "counted" { print (v("read_ms") + v("prep_ms") < v("compute_ms")) }' | median)
waits_less "$([ "$loads_faster" = 1 ] && echo 0.5 || echo 1)" ssd 1 0 ssd 0 0
waits_less 1 hdd 0 1 hdd 0 0
grep -q 'on ssd for [0-9.]* ms with 0, [0-9.]* ms with 1, [0-9.]* ms with 2 loader threads' computed/seen.txt

# Of folders that have names nothing is emulated.
cp -r out/images ssd
"$SRC/examples/workers-and-media" --quick --data ssd="$PWD/ssd" -o named >named.txt
holds named/epochs.tsv '{ n++; ssd += v("medium") == "ssd" && v("source") == "measured" } END { print (n == 6 && ssd == 6 ? "yes" : "no") }'
board='' pictures named/first.svg
