#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pmsearch and pmpredict beside the strongest programs that we know for the same work, on recorded tables, from the same readings: NNLS
# with a Gaussian process, BoTorch, Optuna, SMAC and HEBO; XGBoost, LightGBM and CatBoost. It takes half an hour of one core, and the
# packages 13 GB, 7 of them for HEBO, in virtual environments that are kept in FOLDER (by default ~/.cache/wattline/strongest), whose
# versions are in models/strongest. Without an argument it writes strongest.md; `strongest.sh SECTION...` runs some: search prediction
# hebo. NEWEST=--newest takes the newest versions, and writes nothing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
known="search prediction hebo"
parts "$known" "$@"
# shellcheck source=tests/environment.bash
. "$here/../tests/environment.bash"
shared=$here/../../shared own=$here/models/strongest
folder=${FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/wattline/strongest}
build=$(cd "$(dirname "$(command -v pmsearch)")/.." && pwd)
if [ ! -d "$shared/data" ]; then
    echo "bench-strongest: $shared/data is not available: the recorded tables are not part of the project" >&2
    exit 1
fi
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
cmake --build "$build" --target bench_models >/dev/null
mkdir -p "$folder"
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
cd "$scratch"
"$build/bench/bench_models" "$shared/data" "$shared/models" "$here/../share/boards" "$scratch" "$scratch" readings >readings
rows() { # rows search|prediction METHOD...
    "$venv/bin/python" -W ignore "$own/strongest.py" "$1" "$shared" readings "${@:2}"
}
run() { # run SECTION
    if [ "$1" = hebo ]; then
        if ! make_environment "$own/requirements-hebo.txt" "$folder/hebo" "${NEWEST-}"; then
            echo "bench-strongest: HEBO not run: its packages cannot be installed" >&2
            return 1
        fi
        rows search pmsearch HEBO 2>hebo.errors || { tail -n 5 hebo.errors >&2 && return 1; }
        return
    fi
    make_environment "$own/requirements.txt" "$folder/venv" "${NEWEST-}"
    case $1 in
    search) rows search pmsearch 'pmsearch, the four starts' 'NNLS and GP' BoTorch 'BoTorch, hypervolume' Optuna SMAC ;;
    prediction) rows prediction pmpredict 'NNLS and GP' 'GP, product kernel' XGBoost LightGBM CatBoost ;;
    esac
}
load=$(cut -d ' ' -f 1-3 /proc/loadavg)
all=false
[ $# -gt 0 ] || all=true
if "$all"; then sections=(search prediction hebo); else sections=("$@"); fi
for section in "${sections[@]}"; do run "$section" >"$section.rows"; done
{
    printf '# Search and prediction beside the strongest methods\n\nMade by `make bench-strongest` on %s, one thread,' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    printf ' Linux %s, load average %s at the start.\n\n' "$(uname -r)" "$load"
    cat "$own/about.md"
    echo
    for section in "${sections[@]}"; do cat "$section.rows"; done >rows
    "$venv/bin/python" "$own/report.py" rows
} >page.md
cat page.md
if "$all" && [ -z "${NEWEST-}" ]; then cp page.md "$here/strongest.md"; fi
