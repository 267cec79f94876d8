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
        -o | --output | --summary | --meta | --marks | --marks-out | --calibration)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --from) mapfile -t COMPREPLY < <(compgen -W "tegrastats jtop meter" -- "$cur"); return ;;
        --total) mapfile -t COMPREPLY < <(compgen -W "jtop-4.1" -- "$cur"); return ;;
        -r | --rail)
            local rails
            rails=$(powerlog --list-rails --no-header --columns rail 2>/dev/null)
            mapfile -t COMPREPLY < <(compgen -W "$rails TOTAL" -- "$cur"); return ;;
    esac
    if [[ $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
    fi
    local words="--interval --count --duration --rail --list-rails --output --append --columns --no-header"
    words+=" --summary --meta --idle --total --calibration --strict --chip-samples --max-size"
    words+=" --marks --marks-out --gpio --gate --gpio-out --from --board --start --as-root --root --tag --list-columns --help --version"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _powerlog powerlog
