#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The commands that README, the pages below and trainstep --help show are run; jetsim-documents has the other pages.
set -uo pipefail
. "$SRC/tests/documents.bash"
tools=$(cd "$SRC/tools" && printf '%s\n' */ | tr -d / | paste -sd '|')
readme_commands() { sed -n 's/^    \(\$ \)\{0,1\}\([a-z].*\)/\2/p' "$SRC/README.md" | grep -E "^(mkdir|$tools) "; }
once
run_page README < <(readme_commands)
for page in joules.1 loadlog.1 pmsearch.1 powerlog.1 trainstep.1 wattcheck.1 wattline.7; do man_page "$SRC/man/$page"; done
# Left out: a TorchScript file takes python3-torch to be made, and BERT minutes on a small, loaded machine.
run_page 'trainstep --help' < <(help_examples trainstep | grep -v -e '--model' -e bert)
finish 46
