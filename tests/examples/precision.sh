#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Each precision has a row, with an accuracy after the same number of samples or with the reason why it is lacking.
. "$SRC/tests/examples/quick.bash"
quick precision
holds out/result.tsv '
    { rows = rows v("precision") " " }
    v("image_ms") != "NA" { computed++; good += v("image_ms") > 0 && v("accuracy_pct") > 20 && v("lacking") == "NA" }
    v("image_ms") == "NA" { good += v("lacking") ~ "^--precision " v("precision") }
    END { print rows, computed, good; print (rows == "fp32 tf32 fp16 bf16 " && computed >= 2 && good == 4 ? "yes" : "no") }'
grep -q 'a network of ten classes or more knows whole tenths\.$' out/seen.txt || fail "the accuracy of synthetic samples: $(cat out/seen.txt)"
[ -s out/fp32-power.tsv ] || grep -q 'the energy is not known, because there is no power sensor' out/seen.txt || fail "no reason: $(cat out/seen.txt)"
pictures out/time.svg
samples() { mlr --itsv --onidx cut -o -f epoch,steps,images "out/$1.tsv"; }
cmp <(samples fp32) <(samples bf16) || fail "not the same samples"
grep -q '^precision	bf16' out/bf16-steps.tsv.meta || fail "not in bf16: $(cat out/bf16-steps.tsv.meta)"
