#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The page of examples/report.sh, in Chromium without a window, at 1280 and 400 pixels: every picture is drawn and has
# marks, the tables are there, nothing is wider than the page, and nothing is fetched. The screenshots stay in the build.
# With a FOLDER of results, as examples/all.sh leaves it, the page is about these.
set -euo pipefail
fail() { echo "$*" && exit 1; }
browser() { # browser OPTION... URL
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$SCRATCH/profile" "$@" 2>browser.log ||
        fail "chromium: status $?: $(cat browser.log)"
}
results() { # a folder with two experiments, a picture of every kind between them, and texts that are no HTML
    mkdir -p results/modes results/runs
    (
        cd results
        awk 'BEGIN { OFS = "\t"; print "name", "cores", "cpu_khz", "gpu_hz", "emc_hz", "minibatch_ms", "power_w", "verdict", "verdict_rules", "source"
            for (c = 1; c <= 4; c++) for (g = 1; g <= 4; g++)
                print "NA", 4, c * 500000, g * 300000000, 2133000000, 800 / c + 1200 / g, 5 + c + 3 * g, (g > 1 ? "valid" : "invalid"), (g > 1 ? "NA" : "gap,mode"), "emulated" }' >modes/table.tsv
        awk 'BEGIN { OFS = "\t"; print "start_mono_s", "end_mono_s", "epoch", "workers", "stall_ms", "compute_ms", "source"
            for (i = 0; i < 6; i++) print 15 * i, 15 * i + 14, int(i / 2), i % 2, 9000 - 4000 * (i % 2) + 300 * i, 5000, "measured" }' >runs/epochs.tsv
        awk 'BEGIN { OFS = "\t"; print "mono_s", "rail", "power_w", "source"; for (i = 0; i <= 90; i++) print i, "TOTAL", 20 + i % 7, "measured" }' >runs/a-power.tsv
        cp runs/epochs.tsv runs/a-steps.tsv
        wattplot scatter modes/table.tsv -o modes/scatter.svg
        wattplot heat modes/table.tsv -o modes/heat.svg
        sed '1s/name/profiled/; s/^NA/0/' modes/table.tsv >modes/predicted.tsv
        wattplot predict modes/table.tsv modes/predicted.tsv -o modes/predict.svg
        wattplot line runs/a-power.tsv runs/epochs.tsv -o runs/line.svg
        wattplot stack runs/epochs.tsv -o runs/stack.svg
        wattplot bars runs/epochs.tsv -x epoch -y stall_ms --by workers -o runs/bars.svg
        wattplot box runs/epochs.tsv -x workers -y stall_ms -o runs/box.svg
        wattplot violin runs/epochs.tsv -x workers -y stall_ms -o runs/violin.svg
        for each in modes runs; do
            printf 'name\tvalue\nexperiment\t%s\nquick\t1\nboard\tNA\nworkload\t<b>resnet18 & "co"\n' $each >$each/settings.tsv
            echo 'a sentence with <img src="http://192.0.2.1/x.png"> in it, & a_long_word_'"$(printf 'x%.0s' {1..200})" >$each/seen.txt
        done
        printf 'name\tvalue\ntool\ttrainstep\nversion\t0.1.0\nhost\tboard\n' >runs/epochs.tsv.meta
        printf 'experiment\tduration_s\tstatus\tsource\tresult\nmodes\t3\t0\temulated\tx\nmissing\t0\t69\tNA\tno <GPU> here\n' >experiments.tsv
    )
}
measured() { # measured PAGE: rows of width, name and value, by the browser
    {
        echo '<!doctype html><meta charset="utf-8"><script>' && cat "$SRC/tests/browser/measure.js" && echo '</script><body>'
        for width in 1280 400; do
            printf '<iframe width="%d" height="4000" srcdoc="' $width && sed 's/&/\&amp;/g; s/"/\&quot;/g' "$1" && echo '"></iframe>'
        done
    } >wrapper.html
    browser --virtual-time-budget=10000 --dump-dom "file://$PWD/wrapper.html" >dom.html
    sed -n '/<pre id="rows">/,/<\/pre>/p' dom.html | grep -P '^\d+\t' || fail "the page was not measured: $(head -c 2000 dom.html)"
}
shows() { # shows NAME VALUE: at both widths
    local each
    for each in 1280 400; do
        grep -qxP "$each\t\Q$1\E\t\Q$2\E" rows || fail "$1 is not \"$2\" at $each pixels: $(grep -P "\t\Q$1\E\t" rows)"
    done
}
whole() { # whole FOLDER: what holds for every page
    "$SRC/examples/report.sh" "$1" >report.html
    measured report.html >rows
    shows pictures "$(find "$1" -maxdepth 2 -name '*.svg' | wc -l)"
    shows sections "$(find "$1" -maxdepth 2 -name seen.txt | wc -l)"
    for each in 'not drawn' 'without marks' 'too small' 'too wide' references fetched; do shows "$each" ''; done
    for each in 'overflow of the page' 'empty tables' scripts; do shows "$each" 0; done
}

if [ $# -gt 0 ]; then
    whole "$(realpath "$1")"
else
    results
    whole results
    shows tables 7 # of the two experiments: outcomes, machine, verdicts of runs and of profiles, and three of short rows
    # The same measurements find what is wrong with a page.
    sed -e '0,/base64,/s//base64,AAAA/' -e 's/<h1>/<h1 style="width: 3000px">/' -e "s/.*Content-Security-Policy.*//" \
        -e 's|</body>|<img alt="far" src="http://127.0.0.1:1/far.png"><table></table></body>|' report.html >broken.html
    measured broken.html >rows
    for each in 'not drawn.modes/heat.svg far' 'too wide.H1' 'references.http://127.0.0.1:1/far.png' 'fetched.http://127.0.0.1:1/far.png' 'empty tables.1'; do
        grep -q "^1280.$each" rows || fail "a broken page has no \"$each\": $(cat rows)"
    done
fi
for width in 1280 400; do
    browser --window-size=$width,4000 --screenshot="$SCRATCH/report-$width.png" "file://$PWD/report.html" >/dev/null
    [ "$(wc -c <"$SCRATCH/report-$width.png")" -gt 20000 ] || fail "the screenshot at $width pixels is empty"
    cp "$SCRATCH/report-$width.png" "$BIN/../"
done
