# SPDX-License-Identifier: Apache-2.0
_pmsweep() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
    done
    case $prev in
        --root | --out) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        --modes | -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --order) mapfile -t COMPREPLY < <(compgen -W "given down random" -- "$cur"); return ;;
        --only) mapfile -t COMPREPLY < <(compgen -W "missing" -- "$cur"); return ;;
    esac
    local words="--modes --order --seed --shard --runs --sentinel --resume --only --out --live --prepare --cleanup"
    words+=" --cool-to --cool-limit --timeout --as-root --minibatches --readings --window --settle --interval --rail"
    words+=" --output --append --columns --no-header --root --tag --list-columns --verbose --quiet --help --version"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _pmsweep pmsweep
