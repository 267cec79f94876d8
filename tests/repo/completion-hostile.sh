#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Completion under a root whose files hold commands as names: nothing that a tool printed is evaluated or expanded, in
# bash and zsh, and the other names of the same lists are still offered.
set -u
failed=0
fail() { echo "$*"; failed=1; }
plants='$(touch${IFS}planted) `touch${IFS}planted` ;touch${IFS}planted;# it'\''s say"so *.txt [a-z]* -rf --help ~root {a,b} !! (#qe:touch${IFS}planted:) ${x[$(touch${IFS}planted)]}'
touch glob.txt
read -ra names <<<"$plants"

mkdir -p root/etc root/sys/class/hwmon/hwmon0 root/run
{
    printf '< PARAM TYPE=FILE NAME=CPU_ONLINE >\nCORE_0 /sys/devices/system/cpu/cpu0/online\n'
    printf '< POWER_MODEL ID=0 NAME=HARMLESS >\nCPU_ONLINE CORE_0 1\n'
    for i in "${!names[@]}"; do printf '< POWER_MODEL ID=%d NAME=%s >\nCPU_ONLINE CORE_0 1\n' $((i + 1)) "${names[i]}"; done
    printf '< POWER_MODEL ID=99 NAME=Q$(touch${IFS}planted) >\nCPU_ONLINE CORE_0 1\n< PM_CONFIG DEFAULT=0 >\n'
} >root/etc/nvpmodel.conf
hwmon=root/sys/class/hwmon/hwmon0
echo ina3221 >$hwmon/name
rails=('$(touch planted) `touch planted`' "VDD 'x'; touch planted" 'VDD_CPU')
for i in "${!rails[@]}"; do
    n=$((i + 1))
    printf '%s\n' "${rails[i]}" >$hwmon/in${n}_label
    echo 5000 >$hwmon/in${n}_input
    echo 100 >$hwmon/curr${n}_input
done
export WATTLINE_ROOT=$PWD/root

# Tools whose lists a hostile package or folder could name: an own prefix with boards, workloads and helps.
mkdir -p prefix/bin prefix/share/wattline/boards/workloads
for tool in "$BIN"/*; do [ "$tool" = "$BIN/dsgen" ] || ln -s "$tool" prefix/bin/; done
for folder in boards boards/workloads; do
    for name in "${names[@]}" $'two\nlines$(touch planted)' orin-harmless; do
        touch "prefix/share/wattline/$folder/${name//\//}.tsv"
    done
done
cat >prefix/bin/dsgen <<'END'
#!/bin/sh
cat <<'HELP'
Options:
  --quick$(touch planted) TEXT  a word
  --kind TEXT:{$(touch planted),`touch planted`,harmless}  a choice
  --columns COLUMN  a column
Subcommands:
  $(touch${IFS}planted)  a subcommand
  a[$(touch${IFS}planted)]  a subcommand
  digits  a subcommand
HELP
END
chmod +x prefix/bin/dsgen
PATH=$PWD/prefix/bin:$PATH

# shellcheck source=../../tools/completion.bash
source "$SRC/tools/completion.bash"
reply() { # reply WORD...: fills COMPREPLY with what is offered for the last word
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _wattline "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
}
mkdir -p share/bash-completion/completions share/zsh/site-functions
cp "$SRC/tools/completion.zsh" share/zsh/site-functions/_wattline
for tool in "$BIN"/*; do cp "$SRC/tools/completion.bash" "share/bash-completion/completions/$(basename "$tool")"; done
zsh_reply() {
    mapfile -t COMPREPLY < <(zsh -f -c 'fpath=($PWD/share/zsh/site-functions) && autoload -Uz _wattline
        setopt extended_glob
        compadd() { print -r -l -- "${(@P)2}" } && _files() { print FILES }
        words=("$@") CURRENT=$# && _wattline' zsh "$@")
}
offered() { # offered WORD: as it is, as one word
    local word
    for word in "${COMPREPLY[@]}"; do [ "$word" != "$1" ] || return 0; done
    return 1
}
expect() { # expect "LINE" WORD...: bash and zsh offer each WORD after the line, and ran nothing
    local line=$1 shell word
    shift
    read -ra asked <<<"$line"
    [[ $line != *' ' ]] || asked+=('')
    for shell in reply zsh_reply; do
        $shell "${asked[@]}"
        for word; do offered "$word" || fail "$shell: $line: no '$word' in: $(printf '<%s> ' "${COMPREPLY[@]}")"; done
        [ ! -e planted ] || { fail "$shell: $line: ran a planted command"; rm -f planted; }
    done
}

for subcommand in set run verify watch export bench; do
    expect "pmode $subcommand " HARMLESS max/max/max/max "${names[@]}"
done
expect "wattcompare --mode " HARMLESS "${names[@]}"
for tool in powerlog wattcheck joules; do expect "$tool --rail " VDD_CPU TOTAL "${rails[@]}"; done
expect "jetsim mount --board " orin-harmless "${names[@]}"
expect "jetsim step --workload " orin-harmless "${names[@]}"
expect "dsgen --kind " harmless
expect "dsgen --" --columns
expect "dsgen " digits
expect "dsgen a[\$(touch\${IFS}planted)] "
expect "dsgen --columns "
expect 'pmode set $(touch${IFS}planted)' '$(touch${IFS}planted)'
expect 'pmode $(touch${IFS}planted) '
touch -- '$(touch x)' "a'b" -x
expect "powerlog -o "
offered_files=$(reply powerlog -o '' && printf '%s|' "${COMPREPLY[@]}")
for file in '$(touch x)' "a'b" -x; do
    [[ "|$offered_files" == *"|$file|"* ]] || fail "powerlog -o: no '$file' in $offered_files"
done
rm -- '$(touch x)' "a'b" -x

# The word that the shell inserts is quoted: the line that TAB completed runs no command of the name.
python3 - "$PWD" <<'END' || failed=1
import os, pty, select, sys, time
folder = sys.argv[1]
setups = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}
loads = {"bash": "source share/bash-completion/completions/pmode",
         "zsh": "fpath=($PWD/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D"}
for shell, argv in setups.items():
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", PS1="$ ", HOME=folder)
        os.execvp(argv[0], argv)
    seen = b""
    def wait(text, bound=120):
        global seen
        end = time.monotonic() + bound
        while text not in seen:
            if time.monotonic() > end or not select.select([fd], [], [], end - time.monotonic())[0]:
                sys.exit(f"{shell}: no {text!r} in {seen!r}")
            seen += os.read(fd, 4096)
        seen = seen.split(text, 1)[1]
    os.write(fd, (loads[shell] + "; echo loaded$((1 + 1))\n").encode())
    wait(b"loaded2")
    os.write(fd, b"pmode set --dry-run Q\t")
    wait(b"touch")
    os.write(fd, b"\necho done$((1 + 1))\n")
    wait(b"done2")
    os.write(fd, b"exit\n")
    os.waitpid(pid, 0)
    if "planted" in os.listdir(folder):
        os.unlink(folder + "/planted")
        sys.exit(f"{shell}: the completed line ran a planted command")
END
exit $failed
