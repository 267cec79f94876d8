#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What bash offers after a command line: the options, subcommands and choices of a tool's --help, names of modes and
# files. zsh offers the same.
set -u
# shellcheck source=../../tools/completion.bash
source "$SRC/tools/completion.bash"
failed=0
offers() { # offers "WORDS" WORD...: after these words, the last of which may be empty, each WORD is offered
    local word line=$1
    shift
    read -ra COMP_WORDS <<<"$line"
    [[ $line != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    _wattline "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    for word; do
        [[ " ${COMPREPLY[*]-} " == *" $word "* ]] || { echo "$line: no $word in: ${COMPREPLY[*]-}"; failed=1; }
    done
}

touch rows.tsv
for program in "$BIN"/*; do
    tool=$(basename "$program")
    [ -d "$SRC/tools/$tool" ] || continue
    mapfile -t options < <("$tool" --help | grep -oE '^  (-.,)?--[a-z0-9-]+' | grep -oE -- '--.*')
    offers "$tool --" "${options[@]}"
    offers "$tool rows" rows.tsv
done
offers "pmode s" set save
offers "pmode set --cpuidle " on off
offers "pmode run --root / --" --settle
offers "pmode run 4c/1.2G/900M/2133M -- ca" cat
offers "jetsim run --mode " max/max/max/max
offers "jetsim run --board nano -- ca" cat
offers "pmode set max" max/max/max/max
offers "powerlog i" import
offers "powerlog import " tegrastats jtop
offers "powerlog --rail T" TOTAL
offers "joules --format " tsv jsonl
offers "joules --progress --ru" --runs
offers "wattcompare --mode ma" max/max/max/max
offers "wattcompare --cool-down " auto
offers "wattplot sc" scatter
offers "wattplot line --format " svg text
offers "powerlog --root /us" /usr
offers "powerlog -o ro" rows.tsv

[ "$(sed -n '1s/^#compdef //p' "$SRC/tools/completion.zsh" | tr ' ' '\n')" = "$(cd "$SRC/tools" && printf '%s\n' */ | tr -d /)" ] ||
    { echo "tools/completion.zsh: its first line does not name the folders of tools/"; failed=1; }
mkdir -p share/bash-completion/completions share/zsh/site-functions
cp "$SRC/tools/completion.zsh" share/zsh/site-functions/_wattline
for tool in pmode powerlog; do cp "$SRC/tools/completion.bash" share/bash-completion/completions/$tool; done
in_zsh() { # in_zsh WORD...: what is offered after them; compadd and _files belong to the line editor
    zsh -f -c 'fpath=($PWD/share/zsh/site-functions) && autoload -Uz _wattline
        compadd() { print -r -- ${(P)2} } && _files() { print FILES }
        words=("$@") CURRENT=$# && _wattline' zsh "$@"
}
zsh_offers() { # zsh_offers OFFERED WORD...
    local got
    got=" $(in_zsh "${@:2}" | tr '\n' ' ')"
    [[ $got == *" $1 "* ]] || { echo "zsh: ${*:2}: no $1 in:$got"; failed=1; }
}
zsh_offers restore pmode re
zsh_offers on pmode set --cpuidle ''
zsh_offers --marks-out powerlog --ma
zsh_offers FILES powerlog -o ro
exit $failed
