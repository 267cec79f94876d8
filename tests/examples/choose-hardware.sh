#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# An AGX Orin trains every network faster than an Orin Nano, and BERT takes the longest. BERT needs more than the
# 8 GB of the Orin Nano, and is shown as such.
. "$SRC/tests/examples/quick.bash"
quick choose-hardware
holds out/minibatches.tsv '
    { ms[v("device"), v("workload")] = v("minibatch_ms") }
    END {
        for (key in ms) { print key, ms[key]; n++ }
        print (n == 6 && ms["agx-orin", "resnet18"] < ms["orin-nano", "resnet18"] && ms["agx-orin", "lenet"] < ms["orin-nano", "lenet"] &&
            ms["agx-orin", "bert"] > ms["agx-orin", "resnet18"] ? "yes" : "no")
    }'
holds out/prices.tsv '
    { usd[v("device")] = v("kit_usd"); rate[v("device")] = v("minibatches_per_s_and_kusd") }
    END { print (usd["agx-orin"] == 1999 && usd["orin-nano"] == 499 && rate["orin-nano"] > rate["agx-orin"] ? "yes" : "no") }'
grep -q 'orin-nano trains the most for its price\.$' out/seen.txt
pictures out/time.svg out/energy.svg

[ "$(cut -f 1-4 out/orin-nano-bert.tsv | tail -n 1)" = $'orin-nano\tbert\t0\tNA' ]
grep -q 'did not run' out/time.svg

# Recorded epochs of other devices stand beside them; rows of something else are refused.
holds out/epochs.tsv '
    { s[v("device"), v("workload")] = v("mean_epoch_s") }
    END { print (s["agx-orin", "resnet18"] > 150 && s["agx-orin", "resnet18"] < 220 && s["orin-nano", "bert"] == "NA" ? "yes" : "no") }'
sed '/table/d' out/settings.tsv >settings.tsv && printf 'table\t%s\n' "$SRC/examples/recorded-epochs.tsv" >>settings.tsv && cp settings.tsv out/settings.tsv
"$SRC/examples/choose-hardware" --quick --board agx-orin,orin-nano --table "$SRC/examples/recorded-epochs.tsv" -o out >seen.txt || fail "$(cat seen.txt)"
holds out/epochs.tsv '
    { s[v("device"), v("workload")] = v("mean_epoch_s") v("source") }
    END { print (s["rtx3090", "resnet18"] == "53replayed" && s["rpi5", "bert"] == "NAreplayed" && s["agx-orin", "resnet18"] ~ /emulated/ ? "yes" : "no") }'
grep -q 'rtx3090' out/epochs.svg && grep -q 'emulated, replayed\|replayed, emulated' out/epochs.svg || fail "epochs.svg lacks the recorded rows or what they are"
printf 'device\tms\nx\t1\n' >other.tsv
"$SRC/examples/choose-hardware" --quick --board agx-orin --table other.tsv -o refused 2>refused.txt && fail "other rows were taken for epochs"
grep -q 'other.tsv: no rows of device, workload and mean_epoch_s' refused.txt
