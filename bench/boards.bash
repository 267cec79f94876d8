# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by benches on emulated boards, which set `here`: the tools of BIN, a folder whose boards are unmounted at exit, and
# the line that says how a page was made.
# shellcheck disable=SC2154
export PATH=${BIN:-$here/../build/bin}:$PATH

# need TOOL...: ends with status 69 if one is missing.
need() {
    local tool
    for tool; do
        command -v "$tool" >/dev/null || { echo "${0##*/}: $tool is missing" >&2 && exit 69; }
    done
}

# enter_scratch: goes into a new folder, which is removed at exit. Boards may be mounted at M in it, and at M in its folders.
enter_scratch() {
    scratch=$(mktemp -d -p "${TMPDIR:-/var/tmp}" bench.XXXXXX)
    trap leave_scratch EXIT
    cd "$scratch" || exit
    load_before=$(cut -d ' ' -f 1-3 /proc/loadavg)
}
leave_scratch() {
    local mount
    cd /
    for mount in "$scratch/M" "$scratch"/*/M; do
        if mountpoint -q "$mount"; then jetsim umount -z "$mount"; fi
    done
    rm -rf --one-file-system "$scratch"
}

# made_by TARGET TOOL: the machine, the version of TOOL, and the load since enter_scratch.
made_by() {
    # shellcheck disable=SC2016
    printf 'Made by `make %s` on %s, %s cores, Linux %s, %s; load average %s before, %s after.\n' "$1" \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r | cut -d - -f 1)" \
        "$("$2" --version | head -n 1)" "$load_before" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
}
