# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # variables of counts.bash and privilege.sh
# What a case of privilege.sh is made of: what only root may write, a folder of the user nobody's, and the attack itself.

# What only root may write: a file and a folder that anybody may read, and a file that only root may read.
make_precious() {
    rm -rf precious
    mkdir -p precious/folder
    echo "text of root" >precious/file
    (umask 077 && echo "SECRET of root" >precious/hidden)
}
seal() { find precious -printf '%p %y %m %u %s %T@ %l\n' | sort && cat precious/file precious/hidden; }

# Makes the folder of a part ready.
prepare() {
    chmod 755 .
    here=$PWD
    make_precious
    sealed=$(seal)
    mkdir M
    jetsim mount --board agx-orin --time-scale 50 M
    mode=$(pmode --root M get --mode --columns mode)
    printf 'mode\n4c/1.2G/930M/2.133G\n' >one.tsv
    printf 'mode\n4c/1.2G/930M/2.133G\n8c/1.2G/930M/2.133G\n' >modes.tsv
}

# A folder of nobody's for one case, with a program that notes as whom it ran, puts a link to $TARGET in place of the file or
# folder $LINK, and prints steps.
own_folder() {
    rm -rf own && mkdir own && chmod 777 own
    cat >own/hostile <<'EOF'
#!/bin/sh
id -u >>ids
if [ -n "$LINK" ]; then { mkdir -p "$(dirname "$LINK")"; mv "$LINK" "$LINK.moved"; ln -s "$TARGET" "$LINK"; } 2>/dev/null; fi
printf 'start_mono_s\tend_mono_s\tstep_ms\tphase\n'
for i in 1 2 3 4 5 6; do printf '%s\t%s\t1000\tcounted\n' $i $((i + 1)); done
EOF
    for tool in pmode powerlog id sh; do printf '#!/bin/sh\n/usr/bin/id -u >>%s/own/ids\n' "$here" >"own/$tool"; done
    chmod 755 own/*
    : >own/ids
    chown -R nobody own
}

# shellcheck disable=SC2016  # that shell's words
plant() { "${as_nobody[@]}" sh -c 'mkdir -p "$(dirname "$1")" && ln -sfn "$2" "$1"' - "own/$1" "$2"; }

# attack WHAT COMMAND...: a case: the command in own/, with LINK and TARGET for the hostile program.
attack() {
    local what=$1 got=0
    shift
    cases=$((cases + 1))
    (cd own && timeout -k 60 120 "${sudo[@]}" "$@" >../out.txt 2>../err.txt </dev/null) || got=$?
    case $got in
    124 | 137) be_wrong "$what: it did not end" ;;
    70 | 134 | 139) be_wrong "$what: status $got: $(cat err.txt)" ;;
    esac
    if [ "$(seal)" != "$sealed" ]; then
        be_wrong "$what: wrote where only root may: $(diff <(echo "$sealed") <(seal))"
        make_precious
        sealed=$(seal)
    fi
    ! grep -qs SECRET out.txt err.txt || be_wrong "$what: showed what only root may read"
    ! find own -type f -user nobody -size -1000k -exec grep -qs SECRET {} + || be_wrong "$what: gave it to the user"
    ! grep -qsx 0 own/ids || be_wrong "$what: a program of the user's ran as root"
    [ "$(pmode --root M get --mode --columns mode)" = "$mode" ] || { leave_changed "$what" && pmode --root M restore --last; }
}
count=0
# chosen N: whether this case is to run: all of them, with --quick every N-th.
chosen() { count=$((count + 1)); [ -z "$quick" ] || [ $((count % $1)) = 1 ]; }
