# SPDX-License-Identifier: Apache-2.0
_pmode() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word verb=
    local verbs="get list axes set run"
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
        [[ -z $verb && " $verbs " == *" $word "* ]] && verb=$word
    done
    case $prev in
        --root) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output | --conf | --modes) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        set | run)
            local names
            names=$(pmode list --no-header --columns name 2>/dev/null)
            mapfile -t COMPREPLY < <(compgen -W "$names max/max/max/max" -- "$cur")
            return ;;
    esac
    local words="--root --tag --help --version --verbose --quiet --list-columns"
    case $verb in
        '') words+=" $verbs" ;;
        get) words+=" --mode" ;;
        list) words+=" --conf" ;;
        set) words+=" --dry-run --modes --keep --nearest --pin --cap --settle --wait" ;;
        run) words+=" --as-root --nearest --pin --cap --settle --wait" ;;
    esac
    [[ -n $verb ]] && words+=" --output --append --columns --no-header"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _pmode pmode
