# SPDX-License-Identifier: Apache-2.0
# bash completion of every tool, installed once under the name of each. Subcommands, options and their choices are those
# of --help, which is read once per shell. Names of modes and rails come from files of the machine, so that nothing that
# a tool printed is evaluated or expanded: words are compared as text, and readline quotes the one that it inserts.
declare -gA _wattline_helps

_wattline_help() { # _wattline_help TOOL [SUBCOMMAND]: sets `help`
    local call=$*
    [[ -n ${_wattline_helps[$call]+read} ]] || _wattline_helps[$call]=$("$@" --help 2>/dev/null)
    help=${_wattline_helps[$call]}
}

_wattline_section() { # _wattline_section TITLE: the first words of the lines below it
    sed -n "/^$1:/,/^\$/s/^  \([^ ].*\)/\1/p" <<<"$help"
}

_wattline_offer() { # adds the lines of standard input that begin with what was typed; compgen -W would expand them
    local line typed=${cur//\\/}
    while IFS= read -r line; do
        [[ -z $line || $line != "$typed"* ]] || COMPREPLY+=("$line")
    done
}

_wattline_files() { # _wattline_files -f | -d | -c: adds files, directories or commands
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$1" -- "$cur")
}

# _wattline_value NAME: offers what may follow the option NAME; status 1 when nothing does.
_wattline_value() {
    local line type
    line=$(_wattline_section Options | grep -m 1 -E -- "(^|,)$1([ ,]|$)") || return 1
    type=$(sed -E 's/^[^ ]+ ?//; s/  .*//' <<<"$line")
    case $tool:$1:$type in
        *:*:'' | *:*:Excludes:* | *:*:'[REGEX]') return 1 ;; # a value that follows = only
        *"{"*"}"*) type=${type#*\{} && _wattline_offer < <(tr , '\n' <<<"${type%%\}*}") ;;
        *:-r:* | *:--rail:*) _wattline_offer < <(_wattline_rails) ;;
        jetsim:--board:*) _wattline_offer < <(_wattline_boards) ;;
        jetsim:--workload:*) _wattline_offer < <(_wattline_boards workloads) ;;
        jetsim:--kernel:*) _wattline_offer < <(printf '%s\n' 4.9 5.10 5.15 6.1 6.8 6.12) ;;
        jetsim:--mode:*) _wattline_offer <<<max/max/max/max ;;
        wattcompare:--mode:*) _wattline_offer < <(_wattline_modes) ;;
        wattcompare:--cool-down:*) _wattline_offer <<<auto ;;
        *:--fan:*) _wattline_offer < <(printf '%s\n' max auto) ;;
        *:--root:* | *:--base:*) _wattline_files -d ;;
        *:COLUMN* | *:WIDTHx* | *:FLOAT* | *:INT* | *:UINT* | *:TIME* | *:SIZE*) ;;
        *) _wattline_files -f ;;
    esac
}

_wattline_rails() {
    powerlog rails --no-header --columns rail 2>/dev/null
    echo TOTAL
}

_wattline_modes() {
    pmode list --no-header --columns name 2>/dev/null
    echo max/max/max/max
}

_wattline_boards() { # _wattline_boards [FOLDER]: names of the installed data files
    local jetsim
    jetsim=$(type -P jetsim) && (cd "${jetsim%/bin/*}/share/wattline/boards/${1-}" && printf '%s\n' *.tsv) | sed 's/\.tsv$//'
}

_wattline_operands() { # subcommands where one may follow; choices; names of modes; files
    [[ -n $subcommand ]] || _wattline_offer <<<"$subcommands"
    _wattline_offer < <(_wattline_section Positionals | sed -n 's/^[^{]*{\([a-z,]*\)}.*/\1/p' | tr , '\n')
    case $tool:$subcommand in
        pmode:set | pmode:run | pmode:verify | pmode:watch | pmode:export | pmode:bench) _wattline_offer < <(_wattline_modes) ;;
        wattplot:) _wattline_offer < <(_wattline_section Kinds | sed 's/ .*//') ;;
        trainstep:)
            _wattline_offer < <(sed -n 's/^  workload .*describe one; //p' <<<"$help" | tr -d , | tr ' ' '\n' && echo info)
            ;;
    esac
    _wattline_files -f
}

_wattline() {
    local tool=${1##*/} cur=$2 prev=$3 help subcommands subcommand='' word
    COMPREPLY=()
    _wattline_help "$tool"
    subcommands=$(_wattline_section Subcommands | sed 's/ .*//')
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
            _wattline_files -c
            return
        fi
        if [[ -z $subcommand ]] && grep -qFx -- "$word" <<<"$subcommands"; then subcommand=$word; fi
    done
    [[ -z $subcommand ]] || _wattline_help "$tool" "$subcommand"
    if [[ $prev == -* ]] && _wattline_value "$prev"; then
        return
    elif [[ $cur == -* ]]; then
        _wattline_offer < <(_wattline_section Options | grep -oE -- '^[^ ]+' | tr , '\n' | grep -- '^--')
    else
        _wattline_operands
    fi
}
complete -o filenames -F _wattline "${BASH_SOURCE[0]##*/}"
