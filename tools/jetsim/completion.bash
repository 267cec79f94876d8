# SPDX-License-Identifier: Apache-2.0
# bash completion of jetsim
_jetsim() {
    local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words="mount umount fault ledger --help --version"
    case $before in
    --board) words="agx-orin agx-xavier orin-nano" ;;
    --kernel) words="4.9 5.10 5.15 6.1 6.8 6.12" ;;
    --load) words="idle host" ;;
    *)
        case $verb in
        mount) words="--board --kernel --load --time-scale --ideal-sensors --seed --foreground" ;;
        umount) words="--lazy" ;;
        fault) words="--clear --list" ;;
        ledger) words="--from --to" ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -d -- "$word")
}
complete -o filenames -F _jetsim jetsim
