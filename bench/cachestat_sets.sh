# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # dir, files and many are those of the script that sources this
# What cachestat.sh measures on: data sets under $dir, and a control group with little memory.

# make_files DIR DIRS PER_DIR MIN MAX: files of MIN to MAX bytes (log-uniform by directory).
make_files() {
    awk -v n="$2" -v lo="$4" -v hi="$5" 'BEGIN { srand(1); for (i = 0; i < n; i++) print i, int(lo * exp(rand() * log(hi / lo))) }' |
        while read -r i size; do
            mkdir -p "$1/d$i"
            head -c $((size * $3)) /dev/urandom | split -a 5 -d -b "$size" - "$1/d$i/f"
        done
}
# once NAME COMMAND...: runs COMMAND unless an earlier run with --dir has made NAME.
once() {
    [ -e "$dir/$1.made" ] && return
    note "making $1"
    rm -rf "${dir:?}/$1"
    "${@:2}"
    touch "$dir/$1.made"
}
make_small() { make_files "$dir/small" $((files / 100)) 100 8000 90000; }
make_warm() { make_files "$dir/warm" 400 100 8000 90000; }
make_flat() { make_files "$dir/flat" 1 23080 120000 120001; }
make_large() { mkdir "$dir/large" && for i in $(seq 20); do head -c 210M /dev/urandom >"$dir/large/f$i"; done; }
make_sparse() { mkdir "$dir/sparse" && truncate -s 100G "$dir/sparse/hole"; }
make_many() {
    for i in $(seq $((many / 1000))); do
        mkdir -p "$dir/many/d$i" && (cd "$dir/many/d$i" && seq 1000 | xargs truncate -s 4096)
    done
}
make_pinned() { make_files "$dir/pinned" 8 1000 116000 116001; }
make_image() {
    truncate -s 3G "$dir/image" && mkfs.ext4 -qF -N $((files * 5 / 4)) "$dir/image" && mkdir -p "$dir/mount"
    mount -o loop "$dir/image" "$dir/mount"
    make_files "$dir/mount" 100 $((files / 100)) 2000 8000
    umount "$dir/mount"
}

# in_group GROUP COMMAND...: runs COMMAND with the memory limit of GROUP (control groups v1 or v2).
in_group() {
    local group=$1
    shift
    # shellcheck disable=SC2016 # the inner shell expands it
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}
make_group() {
    local parent=/sys/fs/cgroup/memory limit=memory.limit_in_bytes
    [ -d $parent ] || { parent=/sys/fs/cgroup limit=memory.max; }
    group=$parent/wattline-bench.$$
    mkdir "$group" 2>/dev/null && echo "$1" >"$group/$limit" 2>/dev/null
}
