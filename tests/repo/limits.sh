#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every test has a time limit of its own, of at most 15 minutes: CTest's default is 25.
set -u
cd "${BIN%/bin}" || exit 1
ctest --show-only=json-v1 | python3 -c '
import json, sys
tests = json.load(sys.stdin)["tests"]
limits = {test["name"]: [p["value"] for p in test["properties"] if p["name"] == "TIMEOUT"] for test in tests}
wrong = [name for name, limit in limits.items() if not limit or not 0 < limit[0] <= 900]
for name in wrong: print(f"{name}: no limit of at most 900 s: {limits[name]}")
sys.exit(1 if wrong or not tests else 0)'
