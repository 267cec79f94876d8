#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The figures of README are those of the tables in bench/, and its picture shows those of bench/models.md.
set -euo pipefail
failed=0
sed -n '/^<!-- figures:/,/^<!-- end of figures/{/^<!--/!p}' "$SRC/README.md" >shown
bash "$SRC/bench/readme-figures.sh" --print >measured
[ -s measured ]
diff shown measured || { echo "README.md: figures differ from bench/: run bench/readme-figures.sh"; failed=1; }
bash "$SRC/bench/readme-figures.sh" --bars >bars
while IFS=$'\t' read -r method _ mean percentile; do
    for text in "$method" "$mean" "$percentile"; do
        grep -qE "> *$text</tspan>|> *$text *<" "$SRC/bench/excess-time.svg" ||
            { echo "bench/excess-time.svg: no $text: run bench/readme-figures.sh"; failed=1; }
    done
done <bars
exit $failed
