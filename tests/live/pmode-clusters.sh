#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A TX2 whose clusters have different clocks: get --mode, set --dry-run, list and pmsweep report the same CPU clock, the
# highest, and name the policies, as verify does.
set -euo pipefail
fail() { echo "$*"; exit 1; }
khz() { pmode "$@" --columns cpu_khz --no-header 2>err.txt; }
differs() { grep -q "policy0 1113600 kHz, policy1 2035200 kHz" err.txt || fail "$1 does not name the policies: $(cat err.txt)"; }
mkdir -p R/board R/etc
jetsim mount --board tx2 R/board
# The emulated board with a mode file of our own. It lies in the root, since links that lead out of a root are not followed.
for folder in R/board/* R/board/.[!.]*; do
    name=$(basename "$folder")
    if [ -e "$folder" ] && [ "$name" != etc ]; then ln -s "board/$name" R; fi
done
cp R/board/etc/nv_tegra_release R/etc
export WATTLINE_ROOT=$PWD/R
cpufreq=/sys/devices/system/cpu/cpufreq
cat >R/etc/nvpmodel.conf <<END
< PARAM TYPE=FILE NAME=CPU_A57 >
MAX_FREQ $cpufreq/policy0/scaling_max_freq
< PARAM TYPE=FILE NAME=CPU_DENVER >
MAX_FREQ $cpufreq/policy1/scaling_max_freq
< POWER_MODEL ID=0 NAME=MIXED >
CPU_A57 MAX_FREQ 1113600
CPU_DENVER MAX_FREQ 2035200
< PM_CONFIG DEFAULT=0 >
END

# The slower cluster is the first of the machine: neither the first nor the last decides, but the highest.
pmode set max/max/max/max
[ "$(khz set --dry-run MIXED)" = 2035200 ] || fail "dry run: $(pmode set --dry-run MIXED)"
differs "set --dry-run"
[ "$(khz list)" = 2035200 ] || fail "list: $(pmode list)"
differs list
pmode set MIXED
pmode verify MIXED 2>err.txt
differs verify
[ "$(khz get --mode)" = 2035200 ] || fail "get --mode: $(khz get --mode)"
differs "get --mode"
[ "$(khz set --dry-run -/-/max/-)" = 2035200 ] || fail "a kept clock: $(khz set --dry-run -/-/max/-)"
differs "a kept clock"

# And with the faster cluster first.
echo 2035200 >R$cpufreq/policy0/scaling_max_freq
echo 1113600 >R$cpufreq/policy1/scaling_max_freq
[ "$(khz get --mode)" = 2035200 ] || fail "get --mode: $(khz get --mode)"
printf 'mode\n-/-/max/-\n' >modes.tsv
pmsweep --root R --modes modes.tsv -n 20 -- jetsim --root R/board step --workload lenet >profiles.tsv 2>err.txt || fail "pmsweep: $(cat err.txt)"
[ "$(mlr --itsv --onidx cut -f cpu_khz profiles.tsv)" = 2035200 ] || fail "pmsweep: $(cat profiles.tsv)"
grep -q "policy0 2035200 kHz, policy1 1113600 kHz" err.txt || fail "pmsweep does not name the policies: $(cat err.txt)"
# Clusters that share a clock are not worth a word.
[ "$(khz set --dry-run --nearest 4c/1.2G/max/max)" = 1267200 ] || fail "dry run: $(cat err.txt)"
[ ! -s err.txt ] || fail "noted: $(cat err.txt)"

# The emulated board as it is: the clock that is written is within 6 % of a step of the table.
pmode --root R/board get --mode >out.tsv
pmode --root R/board set --dry-run 4c/1.2G/max/max >out.tsv
grep -q "	1267200	" out.tsv || fail "1.2G on a TX2: $(cat out.tsv)"

jetsim umount R/board
