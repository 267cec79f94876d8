#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Step rows from Python: share/python/wattline.py beside clocks, a GPU and frameworks that only pretend.
set -eu
export PYTHONDONTWRITEBYTECODE=1 # the sources stay as they are
python3 "$SRC/tests/python/test_wattline.py"
python3 -c "import sys; sys.path.insert(0, '$SRC/share/python'); import wattline; [None for _ in wattline.steps(range(3))]" >rows
[ "$(wc -l <rows)" = 4 ] || { cat rows && exit 1; }
