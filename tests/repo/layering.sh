#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Dependencies run one way: base <- io <- {page_cache, model, {platform, cli} <- measure} <- tools, and within platform
# board <- {mode, power} <- load; a tool includes no other tool, and the folders of jetsim and trainstep have an order, too; machine paths stay in lib/platform, lib/page_cache,
# lib/io and jetsim; LibTorch stays in trainstep; the texts of libraries name no options.
set -u
cd "$SRC" || exit 1
failed=0
deny() { # deny WHAT PATTERN PATH...
    what=$1 pattern=$2
    shift 2
    found=$(grep -rnE --include='*.cpp' --include='*.hpp' "$pattern" "$@")
    [ -z "$found" ] && return
    printf '%s:\n%s\n' "$what" "$found"
    failed=1
}
layers="base io page_cache platform model cli measure"
only() { # only ROOM ALLOWED...: the folder lib/ROOM includes nothing of lib but itself and the allowed rooms
    room=$1
    allowed=$(printf '%s\n' "$@" | paste -sd '|')
    known=$(printf '%s\n' $layers | paste -sd '|')
    found=$(grep -rnE --include='*.cpp' --include='*.hpp' "#include \"($known)/" "lib/$room" | grep -vE "#include \"($allowed)/")
    [ -z "$found" ] && return
    printf '%s includes more than %s:\n%s\n' "lib/$room" "$allowed" "$found"
    failed=1
}
only base
only io base
only page_cache base io
only platform base io
only model base io
only cli base io
only measure base io cli platform
only platform/board base io
only platform/mode base io platform/board
only platform/power base io platform/board
only platform/gpio base io
only platform/load base io platform/board platform/mode
folder() { # folder TOOL FOLDER ALLOWED...: the folder includes nothing of its tool but itself and the allowed folders
    tool=$1 room=$2
    shift
    allowed=$(printf '%s\n' "$@" | paste -sd '|')
    found=$(grep -rnE --include='*.cpp' --include='*.hpp' "#include \"$tool/" "tools/$tool/$room" |
        grep -vE "#include \"$tool/($allowed)/")
    [ -z "$found" ] && return
    printf '%s includes more than %s:\n%s\n' "tools/$tool/$room" "$allowed" "$found"
    failed=1
}
folder jetsim spec
folder jetsim fuse
folder jetsim client spec
folder jetsim disk spec client fuse
folder jetsim clocks spec fuse
folder jetsim board spec clocks
folder jetsim workload spec client board
folder jetsim sensors spec fuse board
folder jetsim files spec fuse board workload
folder jetsim served fuse board sensors files
folder jetsim view fuse served
folder trainstep data include
folder trainstep net data
folder trainstep run data net
for tool in jetsim trainstep; do
    for room in $(cd "tools/$tool" && printf '%s\n' */ | tr -d / | grep -vx include); do
        grep -q "^folder $tool $room\b" "$SRC/tests/repo/layering.sh" ||
            { echo "tools/$tool/$room: tests/repo/layering.sh does not say what it includes"; failed=1; }
    done
done
deny "CLI11 or spdlog below cli" '#include <(CLI|spdlog)/' lib/base lib/io lib/page_cache lib/platform lib/model
deny "CLI11 outside cli" '#include <CLI/' tools lib/measure
deny "torch outside trainstep" '#include <(torch|ATen|c10)/|torch::' lib
for tool in tools/*/; do
    tool=$(basename "$tool")
    others=$(cd tools && printf '%s\n' */ | tr -d / | grep -vx "$tool" | paste -sd '|')
    deny "$tool includes another tool" "#include \"($others)/" "tools/$tool"
    [ "$tool" = jetsim ] || deny "$tool spells a machine path" '"/(sys|proc|etc|dev)/' "tools/$tool"
    [ "$tool" = trainstep ] || deny "$tool names torch" '#include <(torch|ATen|c10)/' "tools/$tool"
done
deny "a machine path outside platform and io" '"/(sys|proc|etc|dev)/' lib/base lib/model lib/cli lib/measure

# A tool that runs another is built with it; of two that run each other, one.
for use in $(cd tools && grep -rhoE --include='*.cpp' 'sibling_tool\("[a-z]+' -H . | sed 's#^\./\([a-z]*\)/.*"#\1:#' | sort -u); do
    grep -qE "RUNS .*\b${use#*:}\b" "tools/${use%:*}/CMakeLists.txt" ||
        grep -qE "RUNS .*\b${use%:*}\b" "tools/${use#*:}/CMakeLists.txt" ||
        { echo "tools/${use%:*}/CMakeLists.txt: it runs ${use#*:}, which RUNS does not name"; failed=1; }
done

# No string literal of a library has an option, --long or -s, which are for the tool to name. lib/cli has the options of
# all tools, lib/measure passes options to the programs that it starts, and hints name two commands of the system
# and one that makes an emulated board.
literals=$(grep -rnoE --include='*.cpp' --include='*.hpp' --exclude-dir=cli '"([^"\\]|\\.)*"' lib)
[ -n "$literals" ] || { echo "no string literals were found"; failed=1; }
named=$(printf '%s\n' "$literals" | grep -E -- '--[a-z]|[^[:alnum:]_-]-[a-zA-Z]([^[:alnum:]_-]|$)' |
    grep -vE -- '^lib/measure/[^:]*:[0-9]*:"--[a-z-]*"$|env -u SUDO_UID|fusermount3 -u |jetsim mount --load host`')
[ -z "$named" ] || { printf 'an option in a text of a library:\n%s\n' "$named"; failed=1; }
exit $failed
