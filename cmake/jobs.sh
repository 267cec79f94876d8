#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# jobs.sh [tests]: how many compilers at once: one per processor, as long as each has 1.5 GB (a file that includes LibTorch
# needs it). With `tests`, how many tests: four times as many, because tests wait most of the time.
cores=$(nproc)
by_memory=$(awk '/^MemAvailable:/ { n = int($2 / 1.5e6); print n < 1 ? 1 : n }' /proc/meminfo)
jobs=$((cores < by_memory ? cores : by_memory))
[ "${1-}" != tests ] || jobs=$((4 * jobs))
echo $jobs
