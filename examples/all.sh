#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the quick form of every experiment in this folder, one after the other, with the command that its head shows, and
# keeps the rows, the pictures and their checksums. If an experiment has already finished, only its pictures are drawn again.
# Usage: examples/all.sh [FOLDER]    (default: artifact)
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/start.bash"
arguments 1 "$@"
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-artifact}
mkdir -p "$folder" && cd "$folder"

failed=0
printf 'experiment\tduration_s\tstatus\tsource\tresult\n' | tee experiments.tsv
for script in $(cd "$here" && grep -l '^#   examples/' -- * | grep -v '\.'); do
    read -ra command < <(sed -n 's/ -o out$//; s/^#   examples\///p' "$here/$script")
    start=$SECONDS status=0 earlier=0
    [ ! -e "$script/seconds" ] || earlier=$(cat "$script/seconds")
    mkdir -p "$script"
    "$here/$script" "${command[@]:1}" -o "$script" >"$script.log" 2>&1 || status=$?
    case $status in 0 | 69) ;; *) failed=$((failed + 1)) ;; esac # 69: trainstep was not built, or there is no jetsim
    sources=$(find "$script" -maxdepth 1 -name '*.tsv' -exec awk -F '\t' 'FNR == 1 { last = $NF; next } last == "source" && $NF != "NA" { print $NF }' {} + | sort -u | paste -sd ,)
    echo $((earlier + SECONDS - start)) >"$script/seconds" # all of its runs together, as those that only draw take no time
    printf '%s\t%s\t%s\t%s\t%s\n' "$script" "$(cat "$script/seconds")" $status "${sources:-NA}" \
        "$([ $status = 0 ] && cat "$script/seen.txt" || tail -n 1 "$script.log")" | tee -a experiments.tsv
done
find . \( -name '*.tsv' -o -name '*.svg' \) ! -path '*/board/*' -exec sha256sum {} + | sort -k 2 >SHA256SUMS
echo "$(wc -l <SHA256SUMS) files of rows and pictures are in $PWD; SHA256SUMS has their checksums."
[ $failed = 0 ]
