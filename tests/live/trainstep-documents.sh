#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The commands that README and the pages below show are run, in order, a page at a time, in a folder where the names
# they use exist: an emulated AGX Xavier as the machine, small data sets, rows of a short run; so are the examples of
# trainstep --help. The examples of the other pages (cachestat, pmpredict, pmsearch, pmsweep) are golden cases in tests/cli.
set -uo pipefail
pages='dsgen.1 joules.1 loadlog.1 pmode.1 powerlog.1 trainstep.1 wattline.7'
failed=0 ran=0

prepare() { # prepare PAGE: an empty folder with everything that documents take for granted
    cd "$SCRATCH" || exit 1
    for board in page/*/run/jetsim; do [ ! -d "$board" ] || jetsim umount "${board%/run/jetsim}"; done
    rm -rf page && mkdir page && cd page || exit 1
    mkdir M && export WATTLINE_ROOT=$PWD/M
    jetsim mount --board agx-xavier --time-scale 10 M || exit 1
    cp -r ../pictures images && cp -r ../pictures data && cp -r ../pictures train && cp -r ../pictures D
    cp -r ../digits MNIST
    case $1 in dsgen.1) rm -r D MNIST ;; README) rm -r D ;; esac
    truncate -s 1M data/big.bin
    (echo path && cd data && ls -d */*.jpg) >labels.csv
    printf '#!/bin/sh\nexit 0\n' >train.sh && chmod +x train.sh
    cp ../p.tsv ../p.tsv.meta ../s.tsv . && cp p.tsv power.tsv && cp p.tsv.meta power.tsv.meta && cp s.tsv steps.tsv && cp ../e.tsv epochs.tsv
}

once() { # what all pages share, made once
    dsgen images --out pictures --count 16 --classes 4 --width 64 --height 48 --bytes 2k --seed 1 >/dev/null
    dsgen idx --out digits --count 2000 >/dev/null
    mkdir M && jetsim mount --board agx-xavier --time-scale 10 M
    powerlog --root M -o p.tsv -- jetsim --root M step --workload resnet18 --max-steps 30 -o s.tsv --epochs-out e.tsv 2>/dev/null
    jetsim umount M
}

man_examples() { # .Dl lines and literal blocks below EXAMPLES, without roff escapes
    awk '/^\.Sh EXAMPLES/ { on = 1; next } /^\.Sh/ { on = 0 }
         on && /^\.Dl / { sub(/^\.Dl /, ""); print; next }
         on && /^\.Bd -literal/ { block = 1; next } /^\.Ed/ { block = 0 }
         on && block' "$1" | sed -e 's/\\e/\\/g' -e 's/\\-/-/g' -e "s/\\\\(aq/'/g" -e 's/\\&//g'
}
# Left out: a TorchScript file takes python3-torch to be made, and BERT minutes on a small, loaded machine.
help_examples() { "$1" --help | sed '1,/^Examples:/d' | grep -v -e '--model' -e bert; }
readme_commands() { sed -n 's/^    \(\$ \)\{0,1\}\([a-z].*\)/\2/p' "$SRC/README.md" | grep -E "^(mkdir|$tools) "; }
joined() { # a line that ends with | or \ goes on in the next
    awk '{ sub(/^ +/, ""); line = line $0 } /\\$/ { sub(/\\$/, "", line); next } /\|$/ { line = line " "; next } { print line; line = "" }'
}

run_page() { # run_page NAME < commands
    prepare "$1"
    while IFS= read -r line; do
        [ -z "$line" ] && continue
        ran=$((ran + 1))
        # The board is emulated here and the training is not, which joules would refuse to mix.
        command=${line//joules /joules --allow-mixed }
        timeout 100 bash -c "set -o pipefail; $command" >out 2>err </dev/null && continue
        printf '%s: status %s: %s\n%s\n' "$1" $? "$line" "$(head -5 err)"
        failed=$((failed + 1))
    done < <(joined)
}

tools=$(cd "$SRC/tools" && printf '%s\n' */ | tr -d / | paste -sd '|')
once
run_page README < <(readme_commands)
for page in $pages; do run_page "$page" < <(man_examples "$SRC/man/$page"); done
run_page 'trainstep --help' < <(help_examples trainstep)
echo "$ran commands ran, $failed failed"
[ "$ran" -gt 12 ] && [ $failed = 0 ]
