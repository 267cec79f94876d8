#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every command that README, the man pages' EXAMPLES and --help show is run, in order, a page at a time, in a folder
# where the names they use exist: an emulated AGX Xavier as the machine, small data sets, rows of a short run.
# documents.skip lists the lines that cannot run in a test, each with its reason.
set -uo pipefail
skip=$SRC/tests/live/documents.skip
failed=0 ran=0

prepare() { # prepare PAGE: an empty folder with everything that documents take for granted
    jetsim umount M 2>/dev/null
    cd "$SCRATCH" && rm -rf page && mkdir page && cd page || exit 1
    mkdir M && export WATTLINE_ROOT=$PWD/M
    case $1 in jetsim*) ;; *) jetsim mount --board agx-xavier --time-scale 10 M || exit 1 ;; esac
    cp -r ../pictures images && cp -r ../pictures data && cp -r ../pictures train && cp -r ../pictures D
    cp -r ../digits MNIST
    case $1 in dsgen* | README) rm -r D MNIST ;; esac
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
         on && /^\.Bd/ { block = 1; next } /^\.Ed/ { block = 0 }
         on && block' "$1" | sed -e 's/\\e/\\/g' -e 's/\\-/-/g' -e "s/\\\\(aq/'/g" -e 's/\\&//g'
}
readme_commands() { sed -n 's/^    \(\$ \)\{0,1\}\([a-z].*\)/\2/p' "$SRC/README.md" | grep -E "^($tools) "; }
help_examples() { "$BIN/$1" --help | sed -n '/^Examples:/,$s/^  \([a-z].*\)/\1/p' | sed 's/   *[a-z].*$//'; }
joined() { # a line that ends with | or \ goes on in the next
    awk '{ sub(/^ +/, ""); line = line $0 } /\\$/ { sub(/\\$/, "", line); next } /\|$/ { line = line " "; next } { print line; line = "" }'
}

run_page() { # run_page NAME < commands
    prepare "$1"
    while IFS= read -r line; do
        [ -z "$line" ] && continue
        grep -qxF -- "$line" "$skip" && continue
        ran=$((ran + 1))
        # The board is emulated here and the training is not, which joules would refuse to mix.
        command=${line//joules /joules --allow-mixed }
        timeout 60 bash -c "set -o pipefail; $command" >out 2>err </dev/null && continue
        printf '%s: status %s: %s\n%s\n' "$1" $? "$line" "$(head -5 err)"
        failed=$((failed + 1))
    done < <(joined)
}

tools=$(cd "$SRC/tools" && printf '%s\n' */ | tr -d / | paste -sd '|')
once
run_page README < <(readme_commands)
for page in "$SRC"/man/*.[17]; do run_page "$(basename "$page")" < <(man_examples "$page"); done
for program in "$BIN"/*; do
    tool=$(basename "$program")
    [ -d "$SRC/tools/$tool" ] && run_page "$tool --help" < <(help_examples "$tool")
done
echo "$ran commands ran, $failed failed"
[ "$ran" -gt 20 ] && [ $failed = 0 ]
