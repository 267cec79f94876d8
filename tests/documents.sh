#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# documents.sh SUBJECT: runs the commands that the man pages SUBJECT and SUBJECT-* and the --help of the tool of that name show (of
# TOOL-pages or TOOL-help, those of one of the two), or README or a page of docs/, in order, in a folder where the names they use
# exist: an emulated AGX Orin as the machine, small data sets, rows of a short run, profiles of a few modes. They run in a locale
# with a decimal comma, as on many desktops, and those that use other programs print what they print in the C locale.
set -uo pipefail
subject=${1%-pages} && subject=${subject%-help}
part=${1#"$subject"}
failed=0
. "$SRC/tests/locales.bash"
make_locales de_DE.UTF-8
unset PYTHONUNBUFFERED # as for most users

once() { # what the page and the --help share, made once
    dsgen images --out pictures --count 16 --classes 4 --width 64 --height 48 --bytes 2k --seed 1 >/dev/null
    dsgen idx --out digits --count 2000 --test 200 >/dev/null
    mkdir board && jetsim mount --board agx-orin board # in real time: samples that come late leave no gap
    powerlog --root board -o p.tsv -- jetsim step --workload resnet18 --max-steps 30 -o s.tsv --epochs-out e.tsv 2>/dev/null
    loadlog --root board -n 3 -o l.tsv
    jetsim umount board
    local knobs='cores cpu_khz gpu_hz emc_hz' batch
    jetsim truth --board agx-orin --workload resnet18 | awk 'NR == 1 || NR % 97 == 0 ||
        $1 == 8 && $2 == 1190400 && $3 == 930750000 && $4 == 2133e6 || # the modes of modes.tsv
        $1 == 12 && $2 == 2201600 && $3 == 1300500000 && $4 == 3199e6' >all.tsv
    for batch in 8 16; do jetsim truth --board agx-orin --workload resnet18 --batch $batch --columns ${knobs// /,},minibatch_ms,power_w |
        awk -v batch=$batch 'NR == 1 || NR % 97 == 0 { print $0 "\t" (NR == 1 ? "batch" : batch) }'; done | awk '!seen[$0]++' >batches.tsv
    printf '#!/bin/sh\nexec jetsim step --workload resnet18 --max-steps 400\n' >train.sh && chmod +x train.sh
    printf '#!/bin/sh\nexec trainstep resnet18 --synthetic --device jetsim --infer --infer-batch 1 --rate 5 --arrivals poisson --max-steps 60\n' >serve.sh
    chmod +x serve.sh
    printf '%s\n' 'import subprocess' 'for epoch in range(2):' \
        '    subprocess.run("jetsim step --workload resnet18 --max-steps 200 --bar".split(), check=True)' '    print("epoch", epoch)' >train.py
}

prepare() { # prepare PAGE: an empty folder with everything that documents take for granted
    cd "$SCRATCH" || exit 1
    for board in page/*/run/jetsim; do [ ! -d "$board" ] || jetsim --root / umount "${board%/run/jetsim}"; done
    rm -rf page && mkdir page && cd page || exit 1
    mkdir board && export WATTLINE_ROOT=$PWD/board
    case $1 in orin-nano) kind=orin-nano ;; *) kind=agx-orin ;; esac
    jetsim --root / mount --board $kind --time-scale 20 board || exit 1
    cp -r ../pictures images && cp -r ../pictures data && cp -r ../pictures train && cp -r ../pictures D
    cp -r ../digits MNIST
    mkdir demo && cp -r ../pictures demo/images
    case $1 in dsgen*) rm -r D MNIST ;; tour) rm -r D ;; esac
    truncate -s 1M data/big.bin
    cp "$SRC/examples/nvjpeg-decoder.cpp" .
    ln -s "$SRC/examples" examples
    (echo path && cd data && ls -d */*.jpg) >labels.csv
    echo words >FILE
    seq 2000 >book.txt
    echo 'RAM 1200/3964MB CPU [20%@1479] POM_5V_IN 3000/2900' >tegrastats.log
    printf '%s\n' 1000 'VDD_CORE_A current(7)=2.0A' 'VDD_CORE_V volt(15)=0.8V' >pmic.log
    printf '%s\n' 'Date,CPU Utilization,Total Power,CPU Power,GPU Power' ' 2026- 11- 27  8: 0: 1. 5,0.5,6.5,6.5,0.0' >powerjoular.csv
    echo '{"data":{"resultType":"matrix","result":[{"metric":{"__name__":"wattline_rail_power_watts","rail":"POM_5V_IN"},"values":[[1795766401,"4.5"]]}]}}' >prometheus.json
    printf '%s\n' 'metric;timestamp;value;resource_kind;resource_id;consumer_kind;consumer_id;__late_attributes' \
        'input_power_mW;2026-11-27T08:00:01Z;4000;local_machine;;local_machine;;ina_channel_label=VDD_IN' >alumet-output.csv
    cp ../p.tsv ../p.tsv.meta ../s.tsv ../all.tsv ../batches.tsv ../train.sh ../serve.sh ../train.py . && cp ../e.tsv epochs.tsv
    cp p.tsv power.tsv && cp p.tsv.meta power.tsv.meta && cp s.tsv steps.tsv && cp ../l.tsv load.tsv && cp all.tsv table.tsv
    cp batches.tsv infer.tsv && awk 'NR == FNR { seen[$1, $2, $3, $4]; next } ($1, $2, $3, $4) in seen' batches.tsv all.tsv >train.tsv
    cut -f 1-4 all.tsv >space.tsv && awk 'NR == 1 || NR % 16 == 0' all.tsv >profiles.tsv
    mlr --tsv put '$batch = 32' profiles.tsv >p32.tsv
    cp s.tsv compute.tsv && cp s.tsv cold.tsv && printf 'name\tvalue\nsamples\t400\nworkers\t1\n' >cold.tsv.meta
    printf 'mode\n8c/1.2G/900M/2133M\n12c/max/max/max\n' >modes.tsv && printf 'workers\n1\n' >workers.tsv
    printf 'rule\tverdict\tvalue\nmean-power\tpass\t5\n' >good.tsv
    printf 'time_s\trate_hz\n0\t1\n600\t2\n1200\t1\n1800\t0\n' >day.tsv
    printf 'mode\tbatch\n%s\t12\n%s\t12\n' 8c/1190400k/930750k/2133000k 12c/2201600k/1300500k/3199000k >batch.tsv
}

man_examples() { # .Dl lines and literal blocks (commands; all else is unfilled), without roff escapes and prompts
    awk '/^\.Dl / { sub(/^\.Dl /, ""); print; next }
         /^\.Bd -literal/ { block = 1; next } /^\.Ed/ { block = 0 }
         block' "$1" | sed -e 's/\\e/\\/g' -e 's/\\-/-/g' -e "s/\\\\(aq/'/g" -e 's/\\&//g' -e 's/^\$ //'
}
man_page() { # man_page FILE: its examples are shown as they are written, and run
    mandoc -T ascii -O width=400 "$1" | col -b | tr -s ' ' >"$SCRATCH/rendered"
    man_examples "$1" | tr -s ' ' | sed 's/^ //' | while IFS= read -r line; do
        grep -qF -- "$line" "$SCRATCH/rendered" || echo "$1: not shown as it is written: $line"
    done >"$SCRATCH/unlike"
    [ ! -s "$SCRATCH/unlike" ] || { cat "$SCRATCH/unlike" && failed=$((failed + 1)); }
    run_page "$(basename "$1")" < <(man_examples "$1")
}
pages_of() { # pages_of SUBJECT: those with commands. wattline-examples, which has many, is a subject of its own.
    find "$SRC/man" -name "$1.[17]" -o -name "$1-*.[17]" | sort | xargs grep -lE '^\.(Dl |Bd -literal)' | grep -v "$1-examples"
}
help_examples() { "$1" --help | sed '1,/^Examples:/d' | sed 's/^\(  .*[^ ]\)   *[^ ].*/\1/'; } # less the words beside
joined() { # a line that ends with | or \ goes on in the next
    awk '{ sub(/^ +/, ""); line = line $0 } /\\$/ { sub(/\\$/, "", line); next } /\|$/ { line = line " "; next } { print line; line = "" }'
}
same_in_c() { # same_in_c COMMAND: whether a command of other programs prints in the C locale, too, what it prints with a comma. What
    # differs between two runs there says nothing.
    local command=${1% > *} locale
    case $command in *awk* | *datamash* | *mlr* | *'sort '* | *sqlite3*SELECT*) ;; *) return 0 ;; esac
    for locale in de_DE.UTF-8 C POSIX; do
        LC_ALL=$locale timeout 300 bash -c "set -o pipefail; $command" >out.$locale 2>/dev/null </dev/null
    done
    cmp -s out.de_DE.UTF-8 out.C || ! cmp -s out.C out.POSIX
}
epochs_marked() { # epochs_marked COMMAND: whether train.py's two epochs are marks, the second one later than the first
    local marks=${1#*--marks-out }
    awk -F'\t' '$4 == "output" { n++; apart = $2 - last; last = $2 } END { exit !(n == 2 && apart > 1) }' "${marks%% *}"
}

run_page() { # run_page NAME < commands: at least one
    local ran=0
    prepare "$1"
    while IFS= read -r line; do
        [ -z "$line" ] && continue
        ran=$((ran + 1))
        # The board is emulated here and the training is not, which joules would refuse to mix; a sweep's is emulated too.
        command=$line
        case $command in *'joules '*'-- '*) ;; *) command=${command//joules /joules --allow-mixed } ;; esac
        # What a terminal would show is printed.
        case $command in *wattop*--once*) ;; *) command=${command//wattop/wattop --once} ;; esac
        command=${command//wattcheck /wattcheck --allow-emulated }
        # Four runs of a command show that a comparison works.
        case $command in *'wattcompare --from'*) ;; *) command=${command//wattcompare /wattcompare --pilot 4 --max-runs 4 --warm-up 0 --cool-down 0 } ;; esac
        command=${command//trainstep --interleave resnet18+mobilenetv3 --data train\//jetsim step --interleave resnet18+mobilenetv3}
        # An epoch of the few digits ends sooner.
        command=${command//--stabilize 15s/--batch 4 --stabilize 1us}
        # A language model of one narrow layer.
        command=${command//trainstep gpt2 /trainstep gpt2 --layers 1 --width 64 --vocabulary 300 }
        # A stand-in for nvJPEG, which needs a GPU.
        local nvjpeg=$SRC/tests/fixtures/nvjpeg
        command=${command//-I\/usr\/local\/cuda\/include*-lcudart/"-I$nvjpeg -I$SRC/tools/trainstep/include $nvjpeg/stand_in.cpp -ljpeg"}
        case $command in *pmsweep*)
            command=${command//trainstep resnet18 --data train\//jetsim step --workload resnet18}
            command=$(sed 's/pmode enum \(--sample [0-9]*\)\{0,1\}/pmode enum --sample 2/' <<<"$command")
            ;;
        esac
        status=0
        LC_ALL=de_DE.UTF-8 timeout 300 bash -c "set -o pipefail; $command" >out 2>err </dev/null || status=$?
        same_in_c "$command" || { echo "$1: other rows in the C locale: $line" && failed=$((failed + 1)); }
        case $line in *'--mark-lines '*) epochs_marked "$line" || { echo "$1: epochs are not marked as they end: $line" && failed=$((failed + 1)); } ;; esac
        # A short run is not valid, which is what wattcheck is there to say; on a busy machine the readings of one have gaps,
        # and wattcompare says so, and so does pmsweep of a run that it measures as a whole.
        case $status:$line in 1:*joules*) ! grep -qE 'have no energy|bound of more than half|lie outside' err || continue ;; esac # of a short run, or another
        # Nor is a short night, whose command ended with status 0.
        case $status:$line in 1:examples/nightly*) ! awk -F'\t' 'NR == 2 && $3 == 0 { ran = 1 } END { exit !ran }' nights/nights.tsv || continue ;; esac
        # A busy machine answers late.
        case $status:$line in 1:*'pmtune '*'--latency '*) continue ;; esac
        case $status:$line in 0:* | 1:wattcheck* | 1:wattcompare* | 1:pmsweep*' -- sleep '*) continue ;; esac
        printf '%s: status %s: %s\n%s\n' "$1" $status "$line" "$(head -5 err)"
        failed=$((failed + 1))
    done < <(joined)
    echo "$1: $ran commands ran"
    [ $ran -gt 0 ] || failed=$((failed + 1))
}

# Left out: what is no whole command, what only Ctrl-C ends, a search on the board, which pmsearch.1 has too, a TorchScript
# file, which takes python3-torch to be made, and BERT, which takes minutes on a small, loaded machine.
left_out=(-e '\.\.\.' -e '^ *powerlog$' -e '^ *loadlog -i 1s$' -e 'pmsearch run .* -- ')
[ "$subject" != trainstep ] || left_out=(-e '--model' -e bert)

tool_lines() { # tool_lines PAGE: the indented lines that begin with a tool, or with sudo and a tool
    sed -n 's/^    \(\$ \)\{0,1\}\(sudo \)\{0,1\}\([a-z].*\)/\3/p' "$1" | grep -E "^(mkdir|$tools)( |\$)"
}
tools=$(cd "$SRC/tools" && printf '%s\n' */ | tr -d / | paste -sd '|')
once
case $subject in
README) run_page README < <(tool_lines "$SRC/README.md") ;;
tour) run_page tour < <(tool_lines "$SRC/docs/tour.md") ;;
on-a-real-board) # the lines with tools
    run_page on-a-real-board < <(sed -n 's/^    //p' "$SRC/docs/on-a-real-board.md" | grep -v -e '# board$' -e '# podman$' |
        sed -E 's/^sudo (--preserve-env=[A-Z_]+ )?//' | grep -E "^($tools|\"\$\(command -v) ")
    ;;
orin-nano) run_page orin-nano < <(sed -n 's/^    //p' "$SRC/docs/orin-nano.md" | grep -v '# \(no \)\{0,1\}board$' | sed 's/^sudo //') ;;
on-a-pc) run_page on-a-pc < <(sed -n 's/^    //p' "$SRC/docs/on-a-pc.md" | grep -v '# Pi 5$') ;;
language-models) run_page language-models < <(sed -n 's/^    //p' "$SRC/docs/language-models.md") ;;
without-a-board) run_page without-a-board < <(sed -n 's/^    //p' "$SRC/docs/without-a-board.md") ;;
*)
    [ "$part" = -help ] || for page in $(pages_of "$subject"); do man_page "$page"; done
    [ "$part" = -pages ] || [ ! -d "$SRC/tools/$subject" ] ||
        run_page "$subject --help" < <(help_examples "$subject" | grep -v "${left_out[@]}")
    ;;
esac
[ $failed = 0 ]
