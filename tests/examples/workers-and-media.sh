#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# On a hard disk, a first epoch reads each of its 64 files with at least the latency of the disk.
. "$SRC/tests/examples/quick.bash"
quick workers-and-media
holds out/steps.tsv '
    v("epoch") == 0 { ms[v("medium"), v("workers")] += v("read_ms"); images[v("medium"), v("workers")] += v("images") }
    v("source") != "emulated" { other++ }
    END {
        for (key in ms) { print key, ms[key], images[key]; n += images[key] == 64 && ms[key] > 0 }
        print (n == 4 && !other && ms["hdd", 0] >= 64 * 8 && ms["hdd", 1] >= 64 * 8 ? "yes" : "no")
    }'
holds out/epochs.tsv '{ n++; waits += v("stall_ms") > 0 } END { print (n == 8 && waits == 8 ? "yes" : "no") }'
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
        print (hdd > 20 && hdd < 1.5 * ssd && ssd < 1.5 * hdd && stall["hdd"] >= 64 * 8 && !other ? "yes" : "no")
    }'
board=agx-orin pictures computed/first.svg

# Of folders that have names nothing is emulated.
cp -r out/images ssd
"$SRC/examples/workers-and-media" --quick --data ssd="$PWD/ssd" -o named >named.txt
holds named/epochs.tsv '{ n++; ssd += v("medium") == "ssd" && v("source") == "measured" } END { print (n == 4 && ssd == 4 ? "yes" : "no") }'
board='' pictures named/first.svg
