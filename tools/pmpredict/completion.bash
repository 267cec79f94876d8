# SPDX-License-Identifier: Apache-2.0
_pmpredict() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word verb=
    local verbs="design fit apply pareto score epoch match"
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ -z $verb && " $verbs " == *" $word "* ]] && verb=$word
    done
    case $prev in
        --root) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output | --modes | --prior | --truth) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --model) mapfile -t COMPREPLY < <(compgen -W "physics linear" -- "$cur"); return ;;
        --against) mapfile -t COMPREPLY < <(compgen -W "power energy" -- "$cur"); return ;;
    esac
    local table="--batch --keep-flagged --allow-mixed"
    local words="--root --tag --help --version --verbose --quiet --list-columns"
    case $verb in
        '') words+=" $verbs" ;;
        design) words+=" --modes --count --batch" ;;
        fit) words+=" --model --prior --modes $table" ;;
        apply) words+=" --batch" ;;
        pareto) words+=" --against $table" ;;
        score) words+=" --truth $table" ;;
        epoch) words+=" --minibatches --images --per-batch --epochs $table" ;;
        match) words+=" --time $table" ;;
    esac
    [[ -n $verb ]] && words+=" --output --append --columns --no-header"
    mapfile -t COMPREPLY < <(compgen -f -W "$words" -- "$cur")
}
complete -F _pmpredict pmpredict
