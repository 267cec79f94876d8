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
                words="--batch --data --decode --device --epochs --epochs-out --help --list-columns --loader-only --lr
                    --max-steps --momentum --order --output --prefetch --seed --stabilize --summary --tag --threads --version
                    --workers"
            else
                words="lenet resnet18"
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _trainstep trainstep
