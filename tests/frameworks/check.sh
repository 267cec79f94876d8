#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER [--newest]: share/python/wattline.py with the real frameworks, for `make check-frameworks`: their packages
# are installed into a virtual environment in FOLDER, in the versions of requirements.txt, or with --newest in the newest
# ones. Each script trains for two epochs on the CPU under powerlog on an emulated board. There are as many step rows as the
# framework counted steps, in its epochs, validation is another phase, stall and compute add up to the step, and joules and
# wattcheck read the rows. Alone, stopped by Ctrl-C or by an exception, each leaves whole rows. What a row costs is printed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=${here%/tests/frameworks}
fail() { echo "check-frameworks: FAILED: $*" >&2 && exit 1; }
mkdir -p "$1"
. "$src/tests/environment.bash"
make_environment "$here/requirements.txt" "$1/venv" "${2-}"
scratch=$(mktemp -d) && cd "$scratch"
trap 'cd / && { fusermount3 -u -z "$scratch/board" 2>/dev/null || true; } && rm -rf "$scratch"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$src/share/python YOLO_CONFIG_DIR=$scratch HF_HUB_OFFLINE=1 CUDA_VISIBLE_DEVICES='' OMP_NUM_THREADS=2
mkdir board && jetsim mount --board agx-orin --load host board

count() { awk -F'\t' -v of="$1" 'NR > 1 && ($6 == "validation") == (of == "validation")' s.tsv | wc -l; }
check() { # check NAME COMMAND...
    local name=$1 steps epochs validation said
    shift
    rm -f s.tsv*
    powerlog -q --root board -o p.tsv -- "$@" >said 2>errors || fail "$name: $(tail -n 20 errors)"
    said=$(grep '^steps ' said) || fail "$name: $(tail -n 20 said errors)"
    read -r _ steps _ epochs _ validation <<<"$said"
    [ "$(count steps)" = "$steps" ] || fail "$name: $(count steps) rows of $steps steps"
    [ "$(awk -F'\t' 'NR > 1 && $6 != "validation" { print $4 }' s.tsv | sort -u | wc -l)" = "$epochs" ] || fail "$name: not $epochs epochs"
    [ "$(count validation)" = "$validation" ] || fail "$name: $(count validation) rows of validation, not $validation"
    awk -F'\t' 'NR > 1 { d = $7 - $8 - $9; if (d < -0.002 || d > 0.002 || $8 < 0 || $9 <= 0 || $2 < $1) { print; exit 1 } }' s.tsv ||
        fail "$name: stall and compute are not the step"
    joules --allow-mixed --by epoch p.tsv <s.tsv >j.tsv 2>errors || [ $? = 1 ] || fail "$name: joules"
    wattcheck -q --allow-emulated --columns rule,verdict p.tsv s.tsv >v.tsv || true
    grep -q '^step-rows	pass$' v.tsv || fail "$name: $(cat v.tsv)"
    for said in torch "$(sed 's/^huggingface$/transformers/; s/^\(loop\|ddp\)$/torch/' <<<"$name")"; do
        grep -q "^$said	" s.tsv.meta || fail "$name: no version of $said in $(cat s.tsv.meta)"
    done
    printf '%-12s %3d steps in %d epochs, %2d rows of validation, %s\n' "$name" "$steps" "$epochs" "$validation" \
        "$(awk 'NR > 1 && $1 !~ /^(tool|torch|python)$/ { printf "%s %s ", $1, $2 } $1 == "torch" { printf "torch %s ", $2 }' s.tsv.meta)"
}
cat >stopped.py <<'END'
import os, runpy, signal, sys
import wattline
how, sys.argv = sys.argv[1], sys.argv[2:]
write, written = wattline.StepLog._write, []
def write_until_stopped(log, *row):
    write(log, *row)
    written.append(row)
    if len(written) == 5:
        assert how == "interrupt", "stopped by an exception"
        os.kill(os.getpid(), signal.SIGINT)
wattline.StepLog._write = write_until_stopped
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background, a shell has SIGINT ignored
runpy.run_path(sys.argv[0], run_name="__main__")
END
stopped() { # stopped NAME SCRIPT: alone, after five rows; check ran it before
    local how all
    all=$(wc -l <s.tsv)
    for how in interrupt exception; do
        timeout 300 "$venv/bin/python" stopped.py "$how" "$2" s.tsv >said 2>&1 || [ $? != 124 ] || fail "$1 goes on after $how"
        grep -qE "KeyboardInterrupt|stopped by an exception" said || fail "$1, $how: $(tail -n 20 said)"
        [ "$(awk -F'\t' 'NF == 10' s.tsv | wc -l)" = "$(grep -c '' s.tsv)" ] && [ "$(wc -l <s.tsv)" = "$(grep -c '' s.tsv)" ] &&
            [ "$(wc -l <s.tsv)" -ge 6 ] && [ "$(wc -l <s.tsv)" -lt "$all" ] || fail "$1, $how: $(wc -l <s.tsv) lines of $all: $(tail -n 3 s.tsv)"
    done
}
for script in "$here"/*.py; do
    name=$(basename "$script" .py)
    case $name in ddp) continue ;; esac
    check "${name%_}" "$venv/bin/python" "$script" s.tsv
    stopped "${name%_}" "$script"
done
check ddp env GLOO_SOCKET_IFNAME=lo "$venv/bin/torchrun" --standalone --nproc-per-node 2 "$here/ddp.py" s.tsv
[ "$(wc -l <s.tsv.rank1)" = "$(wc -l <s.tsv)" ] || fail "ddp: $(wc -l <s.tsv.rank1) rows of rank 1"

"$venv/bin/python" - <<'END'
import time
import wattline
def per_step(loop, n=20000):
    start = time.perf_counter()
    for _ in loop(range(n)):
        pass
    return (time.perf_counter() - start) / n
print("a row costs %.1f us" % (1e6 * (per_step(lambda r: wattline.steps(r, "rows.tsv")) - per_step(lambda r: r))))
END
