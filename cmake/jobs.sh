#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How many compilers at once: one per processor, as long as each has 1.5 GB (a file that includes LibTorch needs it).
cores=$(nproc)
by_memory=$(awk '/^MemAvailable:/ { n = int($2 / 1.5e6); print n < 1 ? 1 : n }' /proc/meminfo)
echo $((cores < by_memory ? cores : by_memory))
