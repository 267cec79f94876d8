# SPDX-License-Identifier: Apache-2.0
_joules() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    case $prev in
        --join) mapfile -t COMPREPLY < <(compgen -W "mono time" -- "$cur"); return ;;
        -r | --rail | --by | --max-gap | --tag) return ;;
    esac
    if [[ $cur == -* ]]; then
        local words="--rail --by --join --align --interpolate --net --sort --calibrate --max-gap --allow-mixed --intervals"
        words+=" --output --append --columns --no-header --root --tag --list-columns --help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}
complete -F _joules joules
