#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Search and prediction on recorded tables: our figures beside the published methods. `models.sh SECTION...` runs some:
# search elsewhere overruns prediction speed baselines.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shared=$here/../../shared
build=$(cd "$(dirname "$(command -v pmsearch)")/.." && pwd)
if [ ! -d "$shared/data" ]; then
    echo "bench-models: no recorded tables: $shared/data is absent. They are not part of the project." >&2
    exit 0
fi
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy, sklearn' 2>/dev/null; then python=$candidate && break; fi
done
need_python() {
    [ -n "$python" ] || echo "bench-models: $1 not run: python3-numpy and python3-sklearn are absent" >&2
    [ -n "$python" ]
}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
sections=${*:-search elsewhere overruns prediction speed baselines}
cmake --build "$build" --target bench_models >/dev/null
for section in $sections; do
    case $section in
    speed) need_python "the prototype's part of speed" || true; "$here/models/speed.sh" "$shared" "${python:-false}" ;;
    baselines) if need_python baselines; then "$python" "$here/models/baselines.py" "$shared"; fi ;;
    *) "$build/bench/bench_models" "$shared/data" "$shared/models" "$section" ;;
    esac
done
