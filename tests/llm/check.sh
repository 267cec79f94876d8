#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER: energy per token of a real llama.cpp, for `make check-llm`. Its package, in the version of requirements.txt, is
# installed into a virtual environment in FOLDER, and write_model.py writes a model of 7 MB. The engine answers requests on this
# machine; its answers become rows as they come (examples/requests-from), and joules divides the energy of prefill and decode
# by their tokens. The power is that of this machine if it has energy counters, else of an emulated board that is as busy.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=${here%/tests/llm} requests=12 prompt=1600 tokens=160
fail() { echo "check-llm: FAILED: $*" >&2 && exit 1; }
mkdir -p "$1"
. "$src/tests/environment.bash"
make_environment "$here/requirements.txt" "$1/venv"
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
