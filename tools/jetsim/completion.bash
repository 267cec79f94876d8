# SPDX-License-Identifier: Apache-2.0
# bash completion of jetsim
_jetsim() {
    local word=${COMP_WORDS[COMP_CWORD]} subcommand=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words="mount umount fault ledger step truth --help --version"
    case $before in
    --board) words="agx-orin agx-orin-32gb agx-orin-r36 agx-xavier agx-xavier-r35 nano orin-nano orin-nano-super orin-nx orin-nx-super thor tx1 tx2 tx2-nx xavier-nx" ;;
    --kernel) words="4.9 5.10 5.15 6.1 6.8 6.12" ;;
    --workload) words="bert lenet lstm mobilenetv3 resnet18 yolov8n" ;;
    --load) words="idle host" ;;
    *)
        case $subcommand in
        mount) words="--board --kernel --load --time-scale --ideal-sensors --seed --foreground" ;;
        umount) words="--lazy" ;;
        fault) words="--clear --list" ;;
        ledger) words="--from --to" ;;
        step) words="--workload --batch --epochs --max-steps --stabilize --first-factor --epochs-out --seed --root --output" ;;
        truth) words="--board --workload --batch --output" ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -d -- "$word")
}
complete -o filenames -F _jetsim jetsim
