#compdef cachestat dsgen jetsim joules loadlog pmode pmpredict pmsearch pmsweep pmtune powerlog trainstep wattcheck wattcompare wattop wattplot
# SPDX-License-Identifier: Apache-2.0
# zsh completion of every tool, installed as _wattline: it asks the bash completion that is installed beside it.
emulate -L zsh
local -a replies choices
replies=("${(@f)$(bash -c '
    source "$0" && COMP_CWORD=$1 COMP_WORDS=("${@:2}") COMPREPLY=()
    _wattline "$2" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf "%s\n" "${COMPREPLY[@]}"' \
    ${functions_source[$0]:A:h}/../../bash-completion/completions/${words[1]:t} $((CURRENT - 1)) "${(@)words}" 2>/dev/null)}")
local reply paths
for reply in $replies; do
    # A pattern or a named directory in a reply would be expanded; only the home directory is.
    if [[ -e ${reply/#\~\//$HOME/} ]]; then paths=1; else choices+=("$reply"); fi
done
((${#choices} == 0)) || compadd -a choices
[[ -z $paths ]] || _files
