#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The commands that the pages below and the tools' --help show are run; those of README and of the pages where something
# is trained are in trainstep-documents, cachestat's in tests/cli/cachestat/documented-examples. Of docs/on-a-real-board.md
# the lines with tools are run.
set -uo pipefail
. "$SRC/tests/documents.bash"
once
for page in dsgen.1 jetsim.1 pmode.1 pmpredict.1 pmsweep.1 wattcompare.1 wattplot.1; do man_page "$SRC/man/$page"; done
for tool in dsgen jetsim joules loadlog pmode pmpredict pmsearch pmsweep powerlog wattcheck wattcompare wattplot; do
    # Left out: what is no whole command, what only Ctrl-C ends, and a search on the board, which pmsearch.1 has too.
    run_page "$tool --help" < <(help_examples $tool |
        grep -v -e '\.\.\.' -e '^ *powerlog$' -e '^ *loadlog -i 1s$' -e 'pmsearch run .* -- ')
done
tools=$(cd "$SRC/tools" && printf '%s\n' */ | tr -d / | paste -sd '|')
run_page on-a-real-board < <(sed -n 's/^    //p' "$SRC/docs/on-a-real-board.md" | grep -v '# board$' |
    sed -E 's/^sudo (--preserve-env=[A-Z_]+ )?//' | grep -E "^($tools|\"\\$\(command -v) ")
finish 58
