# SPDX-License-Identifier: Apache-2.0
_cachestat() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word verb=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
            scan | warm | evict | pin) verb=$word ;;
            --) mapfile -t COMPREPLY < <(compgen -c -- "$cur"); return ;;
        esac
    done
    case $prev in
        --method) mapfile -t COMPREPLY < <(compgen -W "auto cachestat mincore" -- "$cur"); return ;;
        --root | --base) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        --from | -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    esac
    local words="--from --null --column --base --include --exclude --follow --one-file-system --allow-empty --jobs"
    words+=" --method --label --output --append --columns --no-header --root --tag --list-columns --help --version"
    case $verb in
        warm) words+=" --async" ;;
        evict) words+=" --metadata" ;;
        pin) words+=" --bytes --fraction --seed --as-root" ;;
        *) words+=" --files --watch --count --sample --seed --map" ;;
    esac
    [[ -n $verb ]] || words+=" scan warm evict pin"
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur"; [[ -n $verb ]] || compgen -W "scan warm evict pin" -- "$cur")
    fi
}
complete -F _cachestat cachestat
