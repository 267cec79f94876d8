# SPDX-License-Identifier: Apache-2.0
_pmsearch() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word verb=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
        [[ -z $verb && " next run " == *" $word "* ]] && verb=$word
    done
    case $prev in
        --root) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        -o | --output | --modes | --replay | --infer) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --policy) mapfile -t COMPREPLY < <(compgen -W "physics bs gmd random lookup" -- "$cur"); return ;;
        --objective) mapfile -t COMPREPLY < <(compgen -W "time energy edp concurrent" -- "$cur"); return ;;
    esac
    local words="--root --tag --help --version --verbose --quiet --list-columns"
    [[ -z $verb ]] && words+=" next run"
    [[ -n $verb ]] && words+=" --objective --budget --deadline --latency --rate --policy --max-profiles --min-gain
        --never-above --seed --guard --no-guard --modes --batch --keep-flagged --allow-mixed
        --output --append --columns --no-header"
    [[ $verb == run ]] && words+=" --replay --infer --sweep-option"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _pmsearch pmsearch
