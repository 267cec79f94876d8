#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Dependencies run one way: base <- io <- {platform, model, cli} <- tools; a tool includes no other tool; machine
# paths stay in lib/platform, lib/io and jetsim; LibTorch stays in trainstep.
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
deny "base includes a higher layer" '#include "(io|platform|model|cli)/' lib/base
deny "io includes a higher layer" '#include "(platform|model|cli)/' lib/io
deny "platform includes cli or model" '#include "(cli|model)/' lib/platform
deny "model includes cli or platform" '#include "(cli|platform)/' lib/model
deny "cli includes platform or model" '#include "(platform|model)/' lib/cli
deny "CLI11 or spdlog below cli" '#include <(CLI|spdlog)/' lib/base lib/io lib/platform lib/model
deny "torch outside trainstep" '#include <(torch|ATen|c10)/|torch::' lib
for tool in tools/*/; do
    tool=$(basename "$tool")
    others=$(cd tools && printf '%s\n' */ | tr -d / | grep -vx "$tool" | paste -sd '|')
    deny "$tool includes another tool" "#include \"($others)/" "tools/$tool"
    [ "$tool" = jetsim ] || deny "$tool spells a machine path" '"/(sys|proc|etc|dev)/' "tools/$tool"
    [ "$tool" = trainstep ] || deny "$tool names torch" '#include <(torch|ATen|c10)/' "tools/$tool"
done
deny "a machine path outside platform and io" '"/(sys|proc|etc|dev)/' lib/base lib/model lib/cli
exit $failed
