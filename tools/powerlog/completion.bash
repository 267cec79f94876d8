# SPDX-License-Identifier: Apache-2.0
_powerlog() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
    done
    case $prev in
        --root) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output | --summary | --meta | --marks-out)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        -r | --rail)
            local rails
            rails=$(powerlog --list-rails --no-header --columns rail 2>/dev/null)
            mapfile -t COMPREPLY < <(compgen -W "$rails TOTAL" -- "$cur"); return ;;
    esac
    local words="--interval --count --duration --rail --list-rails --output --append --columns --no-header"
    words+=" --summary --meta --marks-out --as-root --root --tag --list-columns --help --version"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _powerlog powerlog
