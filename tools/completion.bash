# SPDX-License-Identifier: Apache-2.0
# bash completion of every tool, installed once under the name of each. Subcommands, options and their choices are those
# of --help, which is read once per shell.
declare -gA _wattline_helps

_wattline_help() { # _wattline_help TOOL [SUBCOMMAND]: sets `help`
    [[ -v _wattline_helps["$*"] ]] || _wattline_helps["$*"]=$("$@" --help 2>/dev/null)
    help=${_wattline_helps["$*"]}
}

_wattline_section() { # _wattline_section TITLE: the first words of the lines below it
    sed -n "/^$1:/,/^\$/s/^  \([^ ].*\)/\1/p" <<<"$help"
}

# _wattline_values NAME: what may follow the option NAME, as a call of compgen; status 1 when nothing does.
_wattline_values() {
    local line type
    line=$(_wattline_section Options | grep -m 1 -E -- "(^|,)$1([ ,]|$)") || return 1
    type=$(sed -E 's/^[^ ]+ ?//; s/  .*//' <<<"$line")
    case $tool:$1:$type in
        *:*:'' | *:*:Excludes:*) return 1 ;;
        *"{"*"}"*) type=${type#*\{} && echo "-W '${type%%\}*}'" | tr , ' ' ;;
        *:-r:* | *:--rail:*) echo "-W '$(powerlog --list-rails --no-header --columns rail 2>/dev/null | tr '\n' ' ') TOTAL'" ;;
        jetsim:--board:*) echo "-W '$(_wattline_boards)'" ;;
        jetsim:--workload:*) echo "-W '$(_wattline_boards workloads)'" ;;
        jetsim:--kernel:*) echo "-W '4.9 5.10 5.15 6.1 6.8 6.12'" ;;
        jetsim:--mode:*) echo "-W 'max/max/max/max'" ;;
        wattcompare:--mode:*) echo "-W '$(pmode list --no-header --columns name 2>/dev/null | tr '\n' ' ') max/max/max/max'" ;;
        wattcompare:--cool-down:*) echo "-W auto" ;;
        *:--fan:*) echo "-W 'max auto'" ;;
        *:--root:* | *:--base:*) echo "-d" ;;
        *:COLUMN* | *:WIDTHx* | *:FLOAT* | *:INT* | *:UINT* | *:TIME* | *:SIZE*) echo "-W ''" ;;
        *) echo "-f" ;;
    esac
}

_wattline_boards() { # _wattline_boards [FOLDER]: names of the installed data files
    local jetsim
    jetsim=$(type -P jetsim) && (cd "${jetsim%/bin/*}/share/wattline/boards/${1-}" && printf '%s\n' *.tsv) | sed 's/\.tsv$//'
}

_wattline_operands() { # subcommands where one may follow; names of modes; files
    [[ -n $subcommand ]] || compgen -W "$subcommands" -- "$1"
    case $tool:$subcommand in
        pmode:set | pmode:run | pmode:verify | pmode:watch | pmode:export | pmode:bench)
            compgen -W "$(pmode list --no-header --columns name 2>/dev/null) max/max/max/max" -- "$1"
            ;;
        wattplot:) compgen -W "$(_wattline_section Kinds | sed 's/ .*//')" -- "$1" ;;
        trainstep:)
            compgen -W "$(sed -n 's/^  workload .*describe one; //p' <<<"$help" | tr -d ,) info" -- "$1"
            ;;
    esac
    compgen -f -- "$1"
}

_wattline() {
    local tool=${1##*/} cur=$2 prev=$3 help subcommands subcommand='' word values
    _wattline_help "$tool"
    subcommands=$(_wattline_section Subcommands | sed 's/ .*//')
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            return
        fi
        if [[ -z $subcommand ]] && grep -qFx -- "$word" <<<"$subcommands"; then subcommand=$word; fi
    done
    [[ -z $subcommand ]] || _wattline_help "$tool" "$subcommand"
    if values=$([[ $prev == -* ]] && _wattline_values "$prev"); then
        mapfile -t COMPREPLY < <(eval "compgen $values -- \"\$cur\"")
    elif [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_wattline_section Options | grep -oE -- '^[^ ]+' | tr , '\n' | grep -- '^--')" -- "$cur")
    else
        mapfile -t COMPREPLY < <(_wattline_operands "$cur")
    fi
}
complete -o filenames -F _wattline "${BASH_SOURCE[0]##*/}"
