# SPDX-License-Identifier: Apache-2.0
_dsgen() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} subcommand=${COMP_WORDS[1]:-}
    case $prev in
        --out | --from) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    esac
    local words="images landmarks boxes idx cifar tokens questions scale --help --version --list-columns"
    if [[ $COMP_CWORD -gt 1 ]]; then
        words="--out --count --seed --output --append --columns --no-header --tag"
        case $subcommand in
            images | landmarks | boxes) words+=" --classes --width --height --bytes" ;;
            tokens) words+=" --vocabulary" ;;
            questions) words+=" --length" ;;
            scale) words="--from --factor --out --output --tag" ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _dsgen dsgen
