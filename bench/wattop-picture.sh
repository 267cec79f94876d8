#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Records a minute of an emulated AGX Orin in the mode of 30 W, in which a network is trained twice, after pauses, and draws
# what wattop shows of its end as docs/wattop.svg. Takes about 70 s. Its rows go to build/bench/wattop-picture.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=examples/start.bash
. "$here/../examples/start.bash"
arguments 0 "$@"
out=$here/../build/bench/wattop-picture
rm -rf "$out" && mkdir -p "$out/M" && cd "$out"
jetsim mount --board agx-orin M
trap 'jetsim umount M' EXIT
pmode --root M set MODE_30W
pmode --root M pin
sh -c 'sleep 10; jetsim --root M step --workload resnet18 --max-steps 150 && sleep 8 && exec jetsim --root M step --workload resnet18' >steps.tsv &
training=$!
loadlog --root M --per-core -d 60s -o load.tsv &
loadlog programs --root M -d 60s -o programs.tsv &
powerlog --root M -d 60s -o power.tsv
wait %2 %3
kill $training && wait $training || true
TZ=UTC LC_ALL=C.UTF-8 wattop --once --replay power.tsv load.tsv programs.tsv >screen.txt
python3 - screen.txt >"$here/../docs/wattop.svg" <<'END'
import html, re, sys
lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
high = 18 * len(lines) + 20
print(f'<svg xmlns="http://www.w3.org/2000/svg" width="700" height="{high}" viewBox="0 0 700 {high}">')
print(f'<rect width="700" height="{high}" rx="6" fill="#1b1f24"/>')
print('<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13.9" fill="#e6e6e6">')
for number, line in enumerate(lines):
    style = ' fill="#8fd18f"' if number == 0 else ""
    text = re.sub("([\u2581-\u258f]+)", r'<tspan fill="#5fa8e8">\1</tspan>', html.escape(line))
    if line:
        print(f'<text xml:space="preserve" x="14" y="{18 * number + 24}" textLength="{8.4 * len(line):.1f}"{style}>{text}</text>')
print("</g>\n</svg>")
END
