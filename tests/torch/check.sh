#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FOLDER BUILD [--newest | --all | RELEASE...] [--write]: trainstep with the LibTorch in PyTorch's wheels on PyPI, which
# are for CUDA, for `make check-torch`: the releases that have `run` in releases.tsv, those that are named, all, or the newest. Each
# is installed into a virtual environment in FOLDER, 5 to 7 GB, which stays if the release has `run`. trainstep is built in
# BUILD/RELEASE as a user builds it whose environment is active, and installed. Twenty steps of all networks must have the losses
# that the Python of the same wheel computes. --write puts the rows into docs/on-a-real-board.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=${here%/tests/torch} write='' releases=()
fail() { echo "check-torch: FAILED: $*" >&2 && exit 1; }
known() { awk -F'\t' -v wanted="$1" '!/^#/ && (wanted == "--all" || $1 == wanted || wanted == $4) { print $1 }' "$here/releases.tsv"; }
mkdir -p "$1" "$2"
folder=$(cd "$1" && pwd) builds=$(cd "$2" && pwd)
shift 2
for option in "$@"; do
    case $option in
    --write) write=1 ;;
    --newest) releases+=(newest) ;;
    -* | [0-9]*)
        [ -n "$(known "$option")" ] || { echo "check.sh: $option: not known; one of: $(known --all | paste -sd ' ')" >&2 && exit 64; }
        mapfile -t -O ${#releases[@]} releases < <(known "$option")
        ;;
    *) echo "check.sh: unknown option $option" >&2 && exit 64 ;;
    esac
done
[ ${#releases[@]} -gt 0 ] || mapfile -t releases < <(known run)
[ -z "$write" ] || [[ " ${releases[*]} " != *' newest '* ]] || fail "--write is for releases of releases.tsv"
. "$src/tests/environment.bash"
scratch=$(mktemp -d) && cd "$scratch"
trap 'cd / && rm -rf "$scratch"' EXIT
export PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 CUDA_VISIBLE_DEVICES=''

most() { awk -F'\t' -v kind="$1" '$5 ~ /e[-+]/ && $2 !~ /steps/ && ($1 ~ /:bf16$/) == (kind == "bf16") && $5 + 0 > m { m = $5 + 0 } END { printf "%.1e", m }' steps.txt; }
value() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' programs.txt; }
check() { # check RELEASE: appends its row to rows
    local release=$1 build=$builds/$1 facts abi=new standard=17
    awk -F'\t' -v release="$release" '
        $1 == release || (release == "newest" && !/^#/) { list = "torch==" $1 "\ntorchvision==" $2 "\nnumpy==1.26.4" }
        END { print list }' "$here/releases.tsv" >list.txt
    if [ "$release" = newest ]; then
        make_environment list.txt "$folder/torch" --newest
    else
        make_environment list.txt "$folder/$release"
    fi
    facts=$("$venv/bin/python" -c 'import torch; print(torch.__version__.split("+")[0], torch.version.cuda, int(torch._C._GLIBCXX_USE_CXX11_ABI))')
    read -r version cuda new_abi <<<"$facts"
    echo "check-torch: $version, for CUDA $cuda" >&2
    (. "$venv/bin/activate" && cmake -S "$src" -B "$build" -DBUILD_TESTING=ON) >configure.txt 2>&1 || fail "$release: $(tail -n 20 configure.txt)"
    grep -q "^--   trainstep: on (LibTorch $version with CUDA, $([ "$new_abi" = 1 ] || echo 'old C++ ABI, ')$venv/" configure.txt ||
        fail "$release: $(grep '  trainstep: ' configure.txt; tail -n 20 "$build/torch_check.log")"
    [ "$new_abi" = 1 ] || abi=old
    ! grep -q 'LibTorch is used with C++20' "$build/torch_check.log" || standard=20
    cmake --build "$build" -j "$("$src/cmake/jobs.sh")" --target trainstep parity_steps >build.txt 2>&1 || fail "$release: $(tail -n 40 build.txt)"

    "$build/bin/trainstep" resnet18 --synthetic --max-steps 5 >rows.tsv 2>errors || fail "$release: trainstep: $(cat errors)"
    [ "$(wc -l <rows.tsv)" = 7 ] && [ ! -s errors ] || fail "$release: trainstep: $(cat rows.tsv errors)"
    "$venv/bin/python" -W ignore "$src/tests/parity/steps.py" "$build/tests/parity_steps" >steps.txt 2>errors || fail "$release: steps: $(cat steps.txt errors)"
    cmake -DCMAKE_INSTALL_PREFIX="$scratch/installed" -P "$build/tools/trainstep/cmake_install.cmake" >/dev/null
    rm -rf work && mkdir work
    (cd work && "$venv/bin/python" "$here/programs.py" "$scratch/installed/bin/trainstep") >programs.txt 2>errors ||
        fail "$release: programs: $(cat programs.txt errors)"
    awk -F'\t' -v OFS=' | ' -v release="$release" '$1 == release { print "| " $1, $3 }' "$here/releases.tsv" |
        sed "s/\$/ | $cuda | $abi | $standard | $(most fp32) | $(most bf16) | $(value fp16) | passed, $(date -u +%F) |/" >>rows
    echo "$version, CUDA $cuda, $abi C++ ABI, C++$standard: losses within $(most fp32), bf16 $(most bf16), fp16 $(value fp16); $(value allocator)"
    [ "$release" = newest ] || known run | grep -qx "$release" || rm -rf "$venv" "$build"
}
for release in "${releases[@]}"; do check "$release"; done

[ -n "$write" ] || exit 0
page=$src/docs/on-a-real-board.md
awk '/^<!-- wheels:/ { inside = 1 } /^<!-- end of wheels/ { inside = 0 } inside && /^[|] [0-9]/' "$page" >old-rows
awk '{ row[$2] = $0 } END { for (release in row) print row[release] }' old-rows rows | sort -k 2,2V >all-rows
awk '
    /^<!-- end of wheels/ { inside = 0; while ((getline row <"all-rows") > 0) print row }
    !inside || !/^[|] [0-9]/
    /^<!-- wheels:/ { inside = 1 }' "$page" >page
cat page >"$page"
