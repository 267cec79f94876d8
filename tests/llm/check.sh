#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER [--newest]: energy per token of a real llama.cpp and per image of a real ONNX Runtime, for `make check-llm`. Their
# packages, in the versions of requirements.txt or with --newest in the newest ones, are installed into a virtual environment in
# FOLDER, and write_model.py and write_resnet.py write models of 7 and 47 MB. llama.cpp answers requests on this machine; its answers
# become rows as they come (examples/requests-from), and joules divides the energy of prefill and decode by their tokens. The profile of
# ONNX Runtime becomes rows later, in a time zone of its own; they have to be those that the script saw that asked. The power is that of
# this machine if it has energy counters, else of an emulated board that is as busy.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=${here%/tests/llm} requests=12 prompt=1600 tokens=160 runs=40
fail() { echo "check-llm: FAILED: $*" >&2 && exit 1; }
mkdir -p "$1"
. "$src/tests/environment.bash"
make_environment "$here/requirements.txt" "$1/venv" "${2-}"
scratch=$(mktemp -d) && cd "$scratch"
trap 'cd / && { fusermount3 -u -z "$scratch/board" 2>/dev/null || true; } && rm -rf "$scratch"' EXIT
export PYTHONDONTWRITEBYTECODE=1
python3 "$here/write_model.py" model.gguf

source=measured
if ! powerlog -q -n 1 >/dev/null 2>&1; then
    source=emulated
    mkdir board && jetsim mount --board agx-orin-r36 --load host --ideal-sensors board
    export WATTLINE_ROOT=$scratch/board
fi
engine() { "$venv/bin/python" "$here/generate.py" model.gguf $requests $prompt $tokens 2>engine.txt | "$src/examples/requests-from" llama-server >r.tsv; }
export -f engine
export venv here src requests prompt tokens
powerlog -q -i 20ms -o p.tsv -- bash -o pipefail -c engine || [ $? = 1 ] || fail "the engine: $(tail -n 20 engine.txt)"
[ "$(wc -l <r.tsv)" = $((requests + 1)) ] || fail "$(wc -l <r.tsv) lines for $requests requests: $(tail -n 20 engine.txt)"

joules --allow-mixed --per tokens p.tsv <r.tsv >answer.tsv || [ $? = 1 ] || fail 'joules --per tokens'
joules --allow-mixed --by stage --per tokens p.tsv <r.tsv >stages.tsv || [ $? = 1 ] || fail 'joules --by stage --per tokens'
wattcheck -q --allow-emulated --profile quick --columns rule,verdict p.tsv r.tsv >v.tsv || true
for rule in steps tokens first-step step-rows boot; do
    grep -qE "^$rule	(pass|unknown)$" v.tsv || fail "$(cat v.tsv)"
done
# The first request, which loads the model, is left out.
awk -F '\t' -v requests=$((requests - 1)) -v prompt=$prompt -v tokens=$tokens '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    function close_to(a, b) { return a > 0.999 * b && a < 1.001 * b }
    { j = $at["energy_j"]; n = $at["tokens"] }
    FILENAME == "answer.tsv" { whole = j; if (n != requests * tokens || !close_to($at["energy_per_j"] * n, j) || $at["energy_per_err_j"] <= 0) bad = 1; next }
    $at["stage"] == "decode" && n != requests * tokens || $at["stage"] == "prefill" && n != requests * prompt { bad = 1 }
    $at["stage"] ~ /^(prefill|decode)$/ { stages++; per[$at["stage"]] = $at["energy_per_j"]; sum += j }
    END {
        printf "llama.cpp, %s power: %.4f J per generated token; decode %.4f J, prefill %.5f J per token\n", source, whole / (requests * tokens), per["decode"], per["prefill"]
        exit bad || stages != 2 || per["decode"] <= per["prefill"] || !(sum > 0.8 * whole && sum < 1.2 * whole)
    }' source=$source answer.tsv stages.tsv || fail "$(cat answer.tsv stages.tsv r.tsv)"

# A time zone that few machines are in, as POSIX writes it: 5 h 45 min east of UTC.
export TZ=XYZ-5:45 runs
"$venv/bin/python" "$here/write_resnet.py" resnet18.onnx
classify() { "$venv/bin/python" "$here/classify.py" resnet18.onnx "$runs" >seen.tsv 2>engine.txt; }
export -f classify
powerlog -q -i 20ms -o p.tsv -- bash -c classify || [ $? = 1 ] || fail "ONNX Runtime: $(tail -n 20 engine.txt)"
IFS=$'\t' read -r _ profile start version < <(tail -n 1 seen.tsv)
"$src/examples/requests-from" onnxruntime "$profile" >named.tsv 2>note.txt
"$src/examples/requests-from" --start "$start" onnxruntime "$profile" >exact.tsv
# Each run, of which the file has more digits than rows do, lies between question and answer; the name is at most 1 s too
# early where it has whole seconds, else 0.1 s.
grep -q 'whole seconds' note.txt && unit=1.001 || unit=0.1
paste <(grep '^run' seen.tsv) <(tail -n +2 exact.tsv | cut -f 1-3) <(tail -n +2 named.tsv | cut -f 3) | awk -F '\t' -v runs="$runs" -v unit=$unit '
    {
        start = $6 - ($5 - $4); early = $6 - $7
        if (NF != 7 || start < $2 - 1e-4 || $6 > $3 + 1e-4 || early < -1e-4 || early > unit) { print "not so: " $0; bad = 1 }
    }
    END { printf "%.6f\n", early; exit bad || NR != runs }' >early.txt || fail "$profile, start $start: $(cat early.txt note.txt)"
joules --allow-mixed --join time --per images p.tsv <exact.tsv >images.tsv || [ $? = 1 ] || fail 'joules --per images'
awk -F '\t' -v runs="$((runs - 1))" -v source="$source" -v version="$version" -v early="$(cat early.txt)" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { n = $at["images"]; j = $at["energy_j"]; per = $at["energy_per_j"] }
    END {
        printf "ONNX Runtime %s, %s power: %.4f J per image; the name of the profile is %.2f ms early\n", version, source, per, 1e3 * early
        exit !(NR == 2 && n == runs && per > 0 && per * n > 0.999 * j && per * n < 1.001 * j)
    }' images.tsv || fail "$(cat images.tsv exact.tsv)"
