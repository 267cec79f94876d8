# SPDX-License-Identifier: Apache-2.0
_loadlog() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
    done
    case $prev in
        --root) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        --from) mapfile -t COMPREPLY < <(compgen -W "tegrastats" -- "$cur"); return ;;
        -o | --output | --summary | --meta | --disk)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    esac
    if [[ $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
    fi
    local words="--interval --count --duration --disk --per-core --pid --cmd --from --summary --meta --max-size --as-root"
    words+=" --output --append --columns --no-header --root --tag --list-columns --help --version"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _loadlog loadlog
