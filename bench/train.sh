#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# trainstep compared with python3-torch, with loaders that PyTorch's users have and with a bare JPEG decode, on the same machine
# and files and in turns; then the time that trainstep itself takes. Writes bench/train.md, or only the sections named as
# arguments: loader loaders resnet18 mobilenetv3 own memory. Needs python3-torch, python3-torchvision, libturbojpeg0, gcc and
# miller. Settings: ROUNDS=5 IMAGES=400 WORKERS=0,1,2,4 PIECES=20 STEPS=2 THREADS=2 SAMPLES=1000000
# `train.sh strongest` alone compares the loader with the strongest ones on PyPI, with 1 and 2 workers unless WORKERS says others. Its
# packages, 7 GB, are in a virtual environment that is kept in FOLDER (by default ~/.cache/wattline/loaders), in the versions of
# loaders/requirements.txt; SPDL also needs the package ffmpeg. NEWEST=--newest takes the newest versions, and writes nothing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
known="loader loaders resnet18 mobilenetv3 own memory"
parts "$known strongest" "$@"
. "$here/sections.bash"
# shellcheck source=tests/environment.bash
. "$here/../tests/environment.bash"
rounds=${ROUNDS:-5} images=${IMAGES:-400} workers=${WORKERS:-0,1,2,4} pieces=${PIECES:-20} steps=${STEPS:-2} threads=${THREADS:-2}
samples=${SAMPLES:-1000000}
read -ra sections <<<"${*:-$known}"
export OMP_WAIT_POLICY=passive
work=$(mktemp -d)
logger=
trap '[ -z "$logger" ] || { kill $logger && wait; jetsim umount "$work/M"; } 2>/dev/null || true; cd / && rm -rf "$work"' EXIT
cd "$work"
python=/usr/bin/python3
build=$(cd "$(dirname "$(command -v trainstep)")/.." && pwd)

load() { # load DECODE WORKERS: images per second of the second epoch
    trainstep resnet18 --data gld --loader-only --workers "$2" --epochs 2 --decode "$1" --epochs-out epochs.tsv >/dev/null
    mlr --itsv --onidx filter '$epoch == 1' then cut -f images_per_s epochs.tsv
}
value() { mlr --itsv --onidx filter '$name == "'"$1"'"' then cut -f value summary.tsv; }
note() { printf '%s\t%s\n' "$1" "$2" >>samples.tsv; }
pictures() { # pictures FOLDER WIDTH HEIGHT BYTES
    [ -d "$1" ] || dsgen images --out "$1" --count "$images" --classes 10 --width "$2" --height "$3" --bytes "$4" --seed 1 >/dev/null
    cat "$1"/*/*.jpg >/dev/null # into the page cache
}
median() { sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
of() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' samples.tsv | median; }
header() { printf '\n| comparison | ours | theirs | ratio | bar | met |\n|---|---|---|---|---|---|\n'; }
compare() { # compare WHAT OURS THEIRS least|most BAR
    awk -v what="$1" -v ours="$(of "$2")" -v theirs="$(of "$3")" -v sense="$4" -v bar="$5" 'BEGIN {
        ratio = ours / theirs
        met = sense == "least" ? ratio >= bar : ratio <= bar
        printf "| %s | %.4g | %.4g | %.3f | %s %s | %s |\n", what, ours, theirs, ratio, sense == "least" ? ">=" : "<=", bar, met ? "yes" : "no"
    }'
}

loader() {
    pictures gld 800 600 100k
    gcc -O2 -o bare_decode "$here/bare_decode.c" -ljpeg
    for ((round = 1; round <= rounds; ++round)); do
        for count in 1 2; do
            note "python-$count" "$($python "$here/train_loader.py" <<<"gld $count pillow" | awk '{ print $3 / ($2 - $1) }')"
            for decode in exact fast; do note "$decode-$count" "$(load $decode "$count")"; done
        done
        note bare "$(taskset -c 0 ./bare_decode gld/*/*.jpg)"
        for decode in exact fast; do note "$decode-core" "$(taskset -c 0 bash -c "$(declare -f load); load $decode 0")"; done
    done
    printf 'Images per second; medians of %s rounds of %s JPEG files of 800 x 600, %s bytes on average.\n' "$rounds" \
        "$images" "$(cat gld/*/*.jpg | wc -c | awk -v n="$images" '{ printf "%d", $1 / n }')"
    header
    compare "exact, 1 worker, against DataLoader" exact-1 python-1 least 2.2
    compare "exact, 2 workers" exact-2 python-2 least 2.6
    compare "fast, 1 worker" fast-1 python-1 least 3.3
    compare "fast, 2 workers" fast-2 python-2 least 3.6
    compare "exact on one core, against a bare decode" exact-core bare least 0.75
    compare "fast on one core" fast-core bare least 1.05
}
log_power() { # of this machine, or of an emulated board that is as busy
    [ "$(powerlog rails 2>/dev/null | wc -l)" -gt 1 ] || { jetsim mount --board agx-orin --load host M && root=(--root M); }
    powerlog -q "${root[@]}" -r TOTAL -i 100ms -o power.tsv &
    logger=$!
}
in_turns() { # in_turns SERVER WORKERS BAR PIXELS PEER...: three sets of files
    root=()
    log_power
    PYTHON=$python $python "$here/train_loaders.py" "$here/$1" "$rounds" "$2" power.tsv "$3" ImageNet-like=imagenet GLD-like=gld COCO-like=coco -- \
        "${@:5}" >table.md
    kill $logger && wait $logger || true
    logger=
    [ ${#root[@]} = 0 ] || jetsim umount M
    printf 'Medians of %s rounds of %s JPEG files: 500 x 375 of 110 kB (ImageNet-like), 800 x 600 of 100 kB (GLD-like) and 640 x 480\nof 156 kB (COCO-like).\n%s\n\nThe memory of theirs has Python and PyTorch. The energy is that of %s.\n\n' \
        "$rounds" "$images" "$4" "$([ ${#root[@]} = 0 ] && echo 'this machine' || echo 'an emulated AGX Orin that is as busy as this machine, other programs included')"
    cat table.md
}
loaders() {
    pictures imagenet 500 375 110k && pictures gld 800 600 100k && pictures coco 640 480 156k
    in_turns train_loader.py "$workers" 2.5 'The pixels are those of a full decode (--decode exact).' \
        pillow=pillow:exact torchvision=torchvision:exact turbojpeg=turbojpeg:exact
}
version() { "$venv/bin/python" -c 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))' "$1"; }
strongest() {
    pictures imagenet 500 375 110k && pictures gld 800 600 100k && pictures coco 640 480 156k
    local peers=() name label loader package decode
    export PYTHONDONTWRITEBYTECODE=1
    while read -r loader package decode name; do
        if $python -W ignore "$here/loaders/strongest.py" <<<"gld 1 $loader" >alone 2>&1 && [ -s alone ]; then
            label="$name " && label=${label/ / $(version "$package") }
            peers+=("${label% }, --decode $decode=$loader:$decode")
        else
            echo "bench-train: $name not run: $(tail -n 1 alone)" >&2
            echo "$name was not run: \`$(tail -n 1 alone)\`." >>left_out
        fi
    done <<'END'
spdl spdl-io exact SPDL
spdl-fast spdl-io fast SPDL
spdl-simplejpeg spdl-io exact SPDL with simplejpeg
spdl-simplejpeg-fast spdl-io fast SPDL with simplejpeg
dali nvidia-dali-cuda120 exact DALI
dali-fast nvidia-dali-cuda120 fast DALI
simplejpeg simplejpeg exact simplejpeg
simplejpeg-fast simplejpeg fast simplejpeg
turbojpeg PyTurboJPEG exact PyTurboJPEG
turbojpeg-fast PyTurboJPEG fast PyTurboJPEG
torchvision torchvision exact torchvision
webdataset webdataset exact WebDataset
END
    in_turns loaders/strongest.py "${WORKERS:-1,2}" 1 "$(cat "$here/loaders/about.md" left_out 2>/dev/null)" "${peers[@]}"
}
steps_of() { # steps_of NET
    printf 'Both programs train in turns of 1 + %s steps of 16 images, %s turns each, with %s threads. The table shows the median\nstep, the median ratio of the turns with its 95 %% interval, and the peak memory.\n' \
        "$steps" "$pieces" "$threads"
    printf '\n| allocator | ours, ms | theirs, ms | ratio | interval | bar | met | our memory, bytes | theirs |\n|---|---|---|---|---|---|---|---|---|\n'
    for allocator in system keep; do
        $python "$here/train_turns.py" "$1" "$allocator" "$pieces" "$steps" "$threads" | awk -v allocator="$allocator" '{
            printf "| %s | %.4g | %.4g | %.3f | %.3f to %.3f | <= 1.02 | %s | %.4g | %.4g |\n", allocator, $1, $2, $3, $4, $5, $3 <= 1.02 ? "yes" : "no", $6, $7
        }'
    done
}
resnet18() { steps_of resnet18; }
mobilenetv3() { steps_of mobilenetv3; }
own() { # ResNet-18, whose step takes longer than loading its files; LeNet in trainstep's loop and in a bare loop
    pictures gld 800 600 100k
    cmake --build "$build" --target bare_steps >/dev/null
    trainstep resnet18 --data gld --workers 1 --threads 1 --max-steps 10 --epochs-out epochs.tsv --summary summary.tsv >/dev/null
    stall=$(mlr --itsv --onidx put -q 'print $stall_ms / $epoch_s / 10' epochs.tsv)
    share=$(value instrumentation_share) step=$(value median_step_all_epochs)
    for ((round = 1; round <= rounds; ++round)); do
        note bare-lenet "$("$build/bench/bare_steps" 3000 1)"
        trainstep lenet --synthetic --samples 48016 --threads 1 --summary summary.tsv -o steps.tsv
        note lenet "$(mlr --itsv --onidx filter '$phase == "counted"' then stats1 -a mean -f step_ms steps.tsv)"
        note instrumentation "$(value instrumentation)"
    done
    printf 'One worker, one thread; ResNet-18 on %s files, LeNet 3000 steps in each of %s rounds.\n\n| what | value | bar | met |\n|---|---|---|---|\n' "$images" "$rounds"
    awk -v stall="$stall" -v share="$share" -v step="$step" -v own="$(of instrumentation)" -v with="$(of lenet)" -v bare="$(of bare-lenet)" 'BEGIN {
        row = "| %s | %.4g | %s | %s |\n"
        printf row, "ResNet-18: stall, % of the epoch", stall, "<= 2", stall <= 2 ? "yes" : "no"
        printf row, "ResNet-18: instrumentation, % of the step, from the summary", share, "<= 0.3", share <= 0.3 ? "yes" : "no"
        printf row, "LeNet: instrumentation of a step, microseconds, from the summary", 1e3 * own, "", ""
        printf row, "LeNet: step in a bare loop, microseconds", 1e3 * bare, "", ""
        printf row, "LeNet: step in trainstep, rows to a file, microseconds", 1e3 * with, "", ""
        difference = with - bare
        printf row, "their difference as % of the ResNet-18 step", 100 * difference / step, "<= 0.3", 100 * difference / step <= 0.3 ? "yes" : "no"
    }'
}
memory() {
    for count in 10000 "$samples"; do
        trainstep lenet --synthetic --samples "$count" --loader-only --workers 2 --summary summary.tsv >/dev/null
        note "samples-$count" "$(value peak_memory)"
    done
    printf 'Peak memory in bytes with 2 workers, compared with the peak memory for 10000 samples.\n'
    header
    compare "loading $samples synthetic samples" "samples-$samples" samples-10000 most 1.02
}

page=$here/train.md
case " ${sections[*]} " in
" strongest ")
    folder=${FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/wattline/loaders}
    mkdir -p "$folder"
    make_environment "$here/loaders/requirements.txt" "$folder/venv" "${NEWEST-}"
    python=$venv/bin/python
    [ -z "${NEWEST-}" ] || page=$work/page-newest.md
    ;;
*" strongest "*) refuse "strongest: it is made alone" ;;
esac
software=$($python -c 'import torch, torchvision, PIL; print("PyTorch", torch.__version__, "torchvision", torchvision.__version__, "Pillow", PIL.__version__)')
[ "${sections[*]}" != strongest ] || software+=$(dpkg-query -W -f ' ${Package} ${Version}' ffmpeg libturbojpeg0 2>/dev/null || true)
write_sections "$page" $'# Training\n\nMade by `make bench-train`, a section at a time.' "$software" "${sections[@]}"
