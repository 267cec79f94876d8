# SPDX-License-Identifier: Apache-2.0
_trainstep() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words
    case $prev in
        --data) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output | --epochs-out | --summary) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --device) words="auto cpu cuda" ;;
        --decode) words="exact fast" ;;
        --order) words="shuffle sequential" ;;
        *)
            if [[ $cur == -* ]]; then
                words=$(trainstep --help 2>/dev/null | grep -o -- '--[a-z0-9-]*' | sort -u)
            else
                words="lenet resnet18"
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _trainstep trainstep
