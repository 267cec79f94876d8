#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# trainstep --device jetsim: samples are read here, and the emulated board prepares them and computes: its clocks and its
# disk set the times of a minibatch, and its power follows.
set -euo pipefail
fail() {
    echo "FAILED: $*"
    exit 1
}
holds() { # holds FILE EXPRESSION: of some row
    [ "$(mlr --itsv --onidx filter "$2" then count "$1")" -gt 0 ] || fail "$2: $(cat "$1")"
}
median() { mlr --itsv --onidx filter '$phase == "counted"' then stats1 -a p50 -f "$2" "$1"; }
summary() { awk -F '\t' -v name="$2" '$1 == name { print $2 }' "$1"; }
near() { awk -v a="$1" -v b="$2" -v pct="$3" 'BEGIN { exit !(a > b * (1 - pct / 100) && a < b * (1 + pct / 100)) }'; }
about() { near "$@" || fail "$1 and $2"; }
at_least() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a >= b) }' || fail "$1 is less than $2"; }

# The energy of an epoch, with loader and stall, is what the board's ledger has.
. "$SRC/tests/live/ledger.bash"
dsgen images --out images --count 64 --classes 2 --width 160 --height 120 --bytes 5k --seed 1 >manifest.tsv
train=(trainstep resnet18 --data images --batch 8 --workers 4 --device jetsim)
against agx-orin 3 --ideal-sensors
holds e.tsv '$device == "jetsim" && $source == "emulated" && $steps == 8'
for parts in 'emulated_parts	.*computing' 'measured_parts	reading'; do grep -q "^$parts" s.tsv.meta || fail "$(cat s.tsv.meta)"; done

jetsim mount --board agx-orin M
export WATTLINE_ROOT=$PWD/M
gpu() { # gpu CLOCK: the time of a minibatch at this clock of the GPU
    pmode set "12c/max/$1/max" >mode.tsv
    trainstep resnet18 --synthetic --samples 200 --device jetsim --max-steps 15 --summary sum.tsv -o steps.tsv
    jetsim step --workload resnet18 --max-steps 15 -o reference.tsv
    about "$(median steps.tsv compute_ms)" "$(median reference.tsv compute_ms)" 10
    median steps.tsv compute_ms
}
slow=$(gpu 318M) fast=$(gpu max)
at_least "$slow" "$(awk -v fast="$fast" 'BEGIN { print 2 * fast }')"
[ "$(summary sum.tsv device)" = jetsim ] || fail "$(cat sum.tsv)"
[ "$(summary sum.tsv parameters)" = NA ] || fail "$(cat sum.tsv)"

# The clocks and the cores of the board set how long its loader threads take, as for jetsim step.
dsgen images --out photos --count 96 --bytes 121k --seed 1 >manifest.tsv
jetsim mount --board agx-xavier X
both() { # both MODE WORKERS MEDIUM: makes steps.tsv and reference.tsv, with nothing in the page cache
    pmode --root X set "$1" >mode.tsv
    jetsim disk --root X --profile "$3" photos view
    cachestat evict view >/dev/null
    trainstep mobilenetv3 --root X --data view --device jetsim --workers "$2" -o steps.tsv
    jetsim umount view
    jetsim step --root X --workload mobilenetv3 --workers "$2" --medium "$3" --samples 96 --max-steps 5 -o reference.tsv
}
agree() { # agree MODE WORKERS MEDIUM: their stalls. A busy machine wakes readers and loaders late: one of four times is enough
    local attempt
    for attempt in 1 2 3 4; do
        both "$@"
        ! near "$(median steps.tsv stall_ms)" "$(median reference.tsv stall_ms)" 10 || return 0
        echo "$*, time $attempt: $(median steps.tsv stall_ms) and $(median reference.tsv stall_ms) ms"
    done
    fail "$*: the stalls differ by more than 10 %"
}
agree max/max/max/max 0 ssd
agree 1c/max/max/max 4 ssd
agree max/max/max/max 1 hdd
jetsim umount X
grep -q '^emulated_parts	preparing samples' steps.tsv.meta || fail "$(cat steps.tsv.meta)"

# A hard disk makes the first epoch wait: without workers for each of its files at least as long as a seek takes. In the
# second one the files are in the page cache.
jetsim disk --profile hdd images slow
cachestat evict slow >/dev/null
trainstep mobilenetv3 --data slow --device jetsim --workers 0 --batch 16 --epochs 2 --root M -o steps.tsv --epochs-out e.tsv
mlr --itsv --onidx filter '$epoch == 0 && $stall_ms < 16 * 8' then count steps.tsv | grep -x 0 >/dev/null || fail "$(cat steps.tsv)"
at_least "$(mlr --itsv --onidx filter '$epoch == 0' then cut -f stall_ms e.tsv)" "$(mlr --itsv --onidx filter '$epoch == 1' then cut -f stall_ms e.tsv)"
sync slow
at_least "$(awk '$3 == "sda" { print $4 }' M/proc/diskstats)" 64
cachestat evict slow >/dev/null
trainstep mobilenetv3 --data slow --device jetsim --workers 1 --batch 16 --epochs 2 --root M -o steps.tsv
[ "$(mlr --itsv --onidx filter '$source == "emulated" && is_empty($loss) == false' then count steps.tsv)" = 8 ] || fail "$(cat steps.tsv)"
jetsim umount slow

# Inference takes the forward pass alone; interleaved, both use the one GPU.
for policy in managed round-robin streams; do
    trainstep --interleave resnet18+resnet18 --synthetic --device jetsim --rate 100 --infer-batch 16 --max-steps 10 \
        --policy $policy --summary sum.tsv -o windows.tsv
    holds windows.tsv '$source == "emulated" && $train_steps > 0'
done
# The clocks change between training and inference, and the energy of a window divided by its requests is theirs.
echo 12c/max/318M/max >train.mode && echo 12c/max/max/max >infer.mode
powerlog -q -i 100ms -o power.tsv -- trainstep --interleave resnet18+resnet18 --synthetic --device jetsim --rate 20 --policy round-robin \
    --max-steps 4 --phase-hook 'pmode set "$(cat "$WATTLINE_PHASE.mode")" >mode.tsv && echo $WATTLINE_PHASE >>phases' -o windows.tsv
[ "$(paste -sd ' ' phases)" = 'infer train infer train infer train infer train' ] || fail "$(cat phases)"
at_least "$(mlr --itsv --onidx stats1 -a min -f train_ms windows.tsv)" "$(awk -v fast="$fast" 'BEGIN { print 1.5 * fast }')"
holds windows.tsv '$hook_ms > 0 && $images == 16'
{ joules --interpolate --max-gap 10s power.tsv <windows.tsv || [ $? = 1 ]; } | mlr --tsv put '$request_j = $energy_j / $images' >requests.tsv
holds requests.tsv '$request_j > 0 && $source == "emulated"'
trainstep lstm --synthetic --samples 400 --device jetsim --infer --max-steps 5 --summary sum.tsv >windows.tsv
[ "$(summary sum.tsv device)" = jetsim ] || fail "$(cat sum.tsv)"

# In a mode that hangs, a stop signal ends the run; what was not computed has no row.
jetsim fault M hang:12c/max/max/max
rm steps.tsv
trainstep lenet --synthetic --device jetsim --summary sum.tsv -o steps.tsv &
trainer=$!
until [ -s steps.tsv ]; do kill -0 $trainer; done
kill -INT $trainer
status=0
wait $trainer || status=$?
[ $status = 130 ] || fail "a run that was stopped: $status"
[ "$(wc -l <steps.tsv)" = 1 ] || fail "rows of a mode that hangs: $(cat steps.tsv)"
[ "$(summary sum.tsv status)" = did_not_run ] || fail "$(cat sum.tsv)"
jetsim umount M

# All of it passes in the board's time.
jetsim mount --board agx-orin --time-scale 10 M
pmode set 12c/max/max/max >mode.tsv
trainstep resnet18 --synthetic --samples 200 --device jetsim --max-steps 10 -o steps.tsv
about "$(median steps.tsv compute_ms)" "$fast" 10

# A search for the mode in which training beside inference is fastest: of these three, up to the 3 % that the inference takes.
# The host's part of a minibatch is real, so a busy machine may slow down any of them.
printf 'mode\tbatch\n%s\t1\n%s\t4\n%s\t4\n' 4c/1.2G/600M/2133M 4c/1.2G/600M/2133M 12c/2.2G/1.3G/3199M >modes.tsv
pmsearch run --objective concurrent --budget 60 --rate 10 --latency 2s --modes modes.tsv --sweep-option=-n5 --sweep-option=--check=none -- \
    trainstep --interleave lenet+lenet --synthetic --device jetsim --epochs 1000 --rate 10 --infer-batch '{batch}' >tries.tsv
tail -n 1 tries.tsv >last
head -n 1 tries.tsv | cat - last >answer.tsv
least=$(mlr --itsv --onidx filter '$decision != "answer"' then stats1 -a min -f minibatch_ms tries.tsv)
[ "$(wc -l <tries.tsv)" = 5 ] || fail "not three tries: $(cat tries.tsv)"
holds answer.tsv '$decision == "answer" && $minibatch_ms <= 1.03 * '"$least"' && $infer_ms > 0 && $source == "emulated"'
jetsim umount M

# Refused: without a board, and for a workload that no board knows.
status_of() {
    local status=0
    "$@" 2>err || status=$?
    echo $status
}
mkdir plain
[ "$(status_of trainstep lenet --synthetic --device jetsim --root plain)" = 64 ] || fail "without a board: $(cat err)"
jetsim mount --board nano M
[ "$(status_of trainstep vgg11 --synthetic --device jetsim)" = 64 ] || fail "an unknown workload: $(cat err)"
grep -q 'it knows bert, lenet' err || fail "$(cat err)"

# BERT does not fit into 4 GB: it ends as it does on a board, and a sweep says so.
[ "$(status_of trainstep bert --synthetic --samples 32 --device jetsim --summary sum.tsv -o bert.tsv)" = 69 ] || fail "BERT on 4 GB: $(cat err)"
grep -q '^trainstep: error: out of memory' err || fail "$(cat err)"
[ "$(summary sum.tsv status)" = did_not_run ] || fail "$(cat sum.tsv)"
[ "$(status_of jetsim step --workload bert -o bert.tsv)" = 69 ] || fail "jetsim step: BERT on 4 GB: $(cat err)"
printf 'mode\n4c/max/max/max\n' >modes.tsv
[ "$(status_of pmsweep --modes modes.tsv -n 5 -o sweep.tsv -- jetsim step --workload bert)" = 1 ] || fail "a sweep of BERT on 4 GB: $(cat err)"
holds sweep.tsv '$status == "failed" && $reason =~ "out of memory"'
