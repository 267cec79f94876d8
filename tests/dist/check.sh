#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh x86_64|aarch64 FOLDER: the tarball of cmake/dist.sh in a root directory with nothing else in it, so that no library
# of a system can help. Its tools print the same rows as those of the build tree on the same recorded board and files; for
# aarch64, qemu-user runs them. Prints the size and the time to start of each tool.
set -euo pipefail
fail() { echo "check-dist: $*" >&2; exit 1; }
machine=$1 folder=$(cd "$2" && pwd)
archive=("$folder"/wattline-*-"$machine".tar.xz)
native=${BIN:-$PWD/build/bin}
[ "$(id -u)" = 0 ] || fail "requires root, for chroot(2)"
emulator=()
tree=$(mktemp -d "${TMPDIR:-/tmp}/wattline-dist.XXXXXX")
clean() {
    "$native/jetsim" umount -z "$tree/board" 2>/dev/null || true
    rm -rf "$tree"
}
trap clean EXIT
tar -x -f "${archive[0]}" -C "$tree" --strip-components=1
if [ "$machine" != "$(uname -m)" ]; then
    command -v "qemu-$machine-static" >/dev/null || fail "no qemu-$machine-static here: install qemu-user-static"
    cp "$(command -v "qemu-$machine-static")" "$tree/emulator"
    emulator=(/emulator)
fi
inside() { # inside TOOL ARG...: in the empty root
    local tool=$1
    shift
    env -i PATH="$PATH" chroot "$tree" "${emulator[@]}" "/bin/$tool" "$@"
}
outside() { # outside TOOL ARG...: the same paths, as the build tree's tool sees them
    local tool=$1
    shift
    (cd "$tree" && env -i "$native/$tool" "${@//\/data/$tree/data}")
}

# A recorded board: the files of an emulated one as they were, and rows of a run on it.
mkdir "$tree/board" "$tree/data"
"$native/jetsim" mount --board agx-orin "$tree/board"
(cd "$tree/board" && find . -type d) | (cd "$tree/data" && xargs -d '\n' mkdir -p)
(cd "$tree/board" && find . -type f -not -path './run/*' -not -path './sys/kernel/debug/*') | while read -r file; do
    cat "$tree/board/$file" >"$tree/data/$file" 2>/dev/null || true
done
(cd "$tree/board" && find . -type l -printf '%p %l\n') | while read -r link target; do ln -sfn "$target" "$tree/data/$link"; done
"$native/powerlog" -q --root "$tree/board" -n 40 -i 20ms -o "$tree/data/power.tsv"
"$native/jetsim" umount "$tree/board"
printf 'start_mono_s\tend_mono_s\ttime_s\n' >"$tree/data/intervals.tsv"
awk -F '\t' 'NR == 2 { a = $2 } { b = $2; t = $1 } END { printf "%s\t%s\t%s\n", a, b, t }' "$tree/data/power.tsv" >>"$tree/data/intervals.tsv"

input=/dev/null
same() { # same NAME TOOL ARG...: standard output and status
    local name=$1 here=0 there=0
    shift
    outside "$@" >"$tree/native" 2>"$tree/native.err" <"$input" || here=$?
    inside "$@" >"$tree/static" 2>"$tree/static.err" <"$input" || there=$?
    sed -i "s#$tree##g" "$tree/native"
    [ "$here" = "$there" ] || fail "$name: status $there instead of $here: $(cat "$tree/static.err")"
    [ -s "$tree/native" ] || fail "$name: no rows: $(cat "$tree/native.err")"
    cmp "$tree/native" "$tree/static" || fail "$name: other rows"
    echo "check-dist: $name: $(wc -l <"$tree/static") lines, the same"
}
same 'pmode enum' pmode --root /data enum
same 'pmode list' pmode list --conf /data/etc/nvpmodel.conf
same 'pmode get' pmode --root /data get
same 'powerlog' powerlog -q --root /data -n 3 -i 10ms --columns rail,scope,voltage_v,current_a,power_w,source
same 'loadlog' loadlog -q --root /data -n 1 -i 10ms --columns ram_total_b,gpu_hz,emc_hz
residency=(cachestat --method mincore --columns 'files,dirs,size_b,pages' /data/sys)
if [ ${#emulator[@]} = 0 ]; then
    same 'cachestat' "${residency[@]}"
else # qemu-user does not know what is in the page cache
    outside "${residency[@]}" >"$tree/native"
    inside "${residency[@]}" >"$tree/static" 2>/dev/null || [ $? = 1 ] || fail "cachestat: another error"
    cmp "$tree/native" "$tree/static" || fail "cachestat: other rows"
fi
input=$tree/data/intervals.tsv
same 'joules' joules /data/power.tsv
input=/dev/null
same 'wattcheck' wattcheck --allow-emulated /data/power.tsv
outside dsgen idx --out /data/digits --count 10 >"$tree/native"
inside dsgen idx --out /data/same --count 10 >"$tree/static"
cmp "$tree/native" "$tree/static" || fail "dsgen: other rows"
diff -r "$tree/data/digits" "$tree/data/same" || fail "dsgen: other files"
inside jetsim list >"$tree/static"
"$native/jetsim" list | cmp - "$tree/static" || fail "jetsim list: other rows"

printf 'program\tsize_kb\tstart_ms\n'
for program in "$tree"/bin/*; do
    name=$(basename "$program")
    [ "$name" != wattplot ] || continue
    for _ in 1 2 3 4 5 6 7 8 9; do
        before=$(date +%s%N)
        inside "$name" --version >/dev/null
        echo $((($(date +%s%N) - before) / 10000))
    done | sort -n | sed -n 5p >"$tree/time"
    printf '%s\t%d\t%s\n' "$name" $(($(stat -c %s "$program") / 1024)) "$(awk '{ printf "%.2f", $1 / 100 }' "$tree/time")"
done
du -k "${archive[0]}" | awk '{ print "archive\t" $1 "\tNA" }'
