#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The samples to a target are those of a reference that is written another way, and pmsearch takes them.
set -euo pipefail
fail() { echo "$*" && exit 1; }
program=$SRC/examples/samples-to-target
refuses() { # refuses STATUS MESSAGE ARGUMENT...
    local status=0
    "$program" "${@:3}" >printed 2>said || status=$?
    [ $status = "$1" ] || fail "status $status of $2: $(cat said)"
    grep -qF "samples-to-target: error: $2" said || fail "does not say: $2: $(cat said)"
}
steps() { # steps BATCH COUNT: a loss that falls, with noise, one that is not known and one that is not a number
    awk -v batch="$1" -v count="$2" 'BEGIN {
        print "step\timages\tloss\taccuracy"
        for (i = 0; i < count; i++) {
            loss = 3 * exp(-i * batch / 900) + 0.4 * sin(i * 7)
            print i "\t" (i == count - 1 ? 1 : batch) "\t" (i == 5 ? "NA" : i == 40 ? "nan" : loss) "\t" 1 - loss / 3
        }
    }'
}
for batch in 4 8 16; do steps $batch $((4000 / batch)) >steps-$batch.tsv; done
steps 64 10 >short.tsv
cat >reference.py <<'END'
import csv, math, sys
window = int(sys.argv[1])
print("batch\tsamples")
for name in sys.argv[2:]:
    rows = [(int(r["images"]), r["loss"]) for r in csv.DictReader(open(name), delimiter="\t")]
    answer = "NA"
    for end in range(len(rows)):
        total = weight = 0
        for images, loss in reversed(rows[: end + 1]):
            if loss == "NA":
                continue
            if weight >= window or math.isnan(float(loss)):
                break
            total, weight = total + images * float(loss), weight + images
        if weight >= window and rows[end][1] != "NA" and total / weight <= 0.5:
            answer = sum(images for images, _ in rows[: end + 1])
            break
    print(max(images for images, _ in rows[: end + 1]), answer, sep="\t")
END
for window in 1 100 640; do
    "$program" --target loss=0.5 --window $window steps-*.tsv short.tsv >got
    python3 reference.py $window steps-*.tsv short.tsv | diff - got || fail "window $window: other samples than the reference"
done
[ "$("$program" --target accuracy=0.83334 --window 100 steps-8.tsv)" = "$("$program" --target loss=0.5 --window 100 steps-8.tsv)" ] ||
    fail "an accuracy that rises is reached at another time than the loss that falls"

refuses 64 '--target COLUMN=NUMBER is required' steps-8.tsv
refuses 64 '--target loss: not of the form COLUMN=NUMBER' --target loss steps-8.tsv
refuses 64 '--window 0: not a positive whole number' --target loss=1 --window 0 steps-8.tsv
refuses 64 '--windows: no such option' --target loss=1 --windows 5 steps-8.tsv
refuses 64 '--target loss=0.5.1: not of the form COLUMN=NUMBER' --target loss=0.5.1 steps-8.tsv
refuses 74 'nowhere.tsv: No such file or directory' --target loss=1 nowhere.tsv
cp steps-8.tsv batch=8.tsv
[ "$("$program" --target loss=5e-1 --window 100 batch=8.tsv </dev/null)" = "$("$program" --target loss=.5 --window 100 steps-8.tsv)" ] ||
    fail "a name with = or another form of the number changes the samples"
refuses 64 'a file of step rows is required' --target loss=1
refuses 65 'steps-8.tsv: no columns images and f1' --target f1=1 steps-8.tsv
head -n 1 steps-8.tsv >empty.tsv
refuses 65 'empty.tsv: no rows with a number in loss' --target loss=1 empty.tsv
"$program" --help | grep "pmsearch --target-samples" >/dev/null || fail "--help does not say what it is for"

"$program" --target loss=0.5 --window 100 steps-*.tsv >target.tsv
awk -v BATCHES='4 8 16' -f "$SRC/tests/fixtures/surface.awk" >batches.tsv
pmsearch run --replay batches.tsv --axes batch --target-samples target.tsv --budget 25 --columns decision,target_s | grep "^answer	[0-9]" >/dev/null ||
    fail "pmsearch finds no answer"

# Time and energy to an accuracy: validations cost both, but are no samples, and their loss is no loss of the training.
{
    printf 'start_mono_s\tend_mono_s\tphase\timages\tloss\taccuracy_pct\tenergy_j\n'
    awk 'BEGIN {
        for (epoch = 0; epoch < 4; epoch++) {
            for (i = 0; i < 10; i++) printf "%d\t%d\tcounted\t8\t%.2f\tNA\t2.0\n", t, ++t, 3 - epoch
            for (i = 0; i < 2; i++) printf "%d\t%d\tvalidation\t50\t0.01\t%d\t0.5\n", t, ++t, 60 + 15 * epoch
        }
    }'
} >accuracy.tsv
"$program" --target accuracy_pct=85 --window 100 accuracy.tsv >reached.tsv
printf 'batch\tsamples\ttime_s\tenergy_j\n8\t240\t36.000\t63.000\n' | cmp - reached.tsv || fail "$(cat reached.tsv)"
"$program" --target loss=1 --window 40 accuracy.tsv | cut -f 2 | cmp - <(printf 'samples\n200\n') || fail "loss of the validation"
