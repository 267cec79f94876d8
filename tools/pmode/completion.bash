# SPDX-License-Identifier: Apache-2.0
_pmode() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word verb=
    local verbs="get list axes set run hold pin unpin save restore verify watch enum export bench board"
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
        [[ -z $verb && " $verbs " == *" $word "* ]] && verb=$word
    done
    case $prev in
        --root) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output | --conf | --modes | save | restore) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --cpuidle) mapfile -t COMPREPLY < <(compgen -W "on off" -- "$cur"); return ;;
        --fan) mapfile -t COMPREPLY < <(compgen -W "max auto" -- "$cur"); return ;;
        --order) mapfile -t COMPREPLY < <(compgen -W "up down random" -- "$cur"); return ;;
        set | run | verify | watch | export | bench)
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
        set) words+=" --dry-run --modes --keep --via-nvpmodel --governor --cpuidle --fan --nearest --pin --cap --settle --wait" ;;
        run) words+=" --as-root --governor --cpuidle --fan --nearest --pin --cap --settle --wait" ;;
        hold) words+=" --as-root --wait" ;;
        pin | unpin) words+=" --keep --settle --wait" ;;
        restore) words+=" --last --settle --wait" ;;
        verify) words+=" --nearest --pin --cap --settle" ;;
        watch) words+=" --interval --count --nearest --pin --cap" ;;
        enum) words+=" --axes --filter --sample --seed --order --shard" ;;
        export) words+=" --id --name" ;;
        bench) words+=" --repeat --settle --wait" ;;
    esac
    [[ -n $verb ]] && words+=" --output --append --columns --no-header"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _pmode pmode
