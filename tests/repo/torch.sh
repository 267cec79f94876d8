#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A LibTorch that is broken, too old or of the old C++ ABI is not used, with the reason, and does not end the
# configuration; another one is used.
set -u
failed=0
mkdir project broken old
cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(project LANGUAGES CXX)
include($SRC/cmake/WattlineTorch.cmake)
wattline_find_torch(found problem)
message(STATUS "found: \${found}, problem: \${problem}")
END
says() { # says NAME FOUND PROBLEM CMAKE-OPTION...
    local name=$1 found=$2 problem=$3
    cmake -S project -B "build-$name" "${@:4}" >"$name.log" 2>&1 || { cat "$name.log" && failed=1; }
    grep -q "found: $found, problem: $problem\$" "$name.log" || { echo "$name:" && cat "$name.log" && failed=1; }
}

# As in Debian 11, whose libtorch-dev names files that it does not have.
echo 'message(FATAL_ERROR "The imported target references a file that does not exist.")' >broken/TorchConfig.cmake
says broken OFF 'LibTorch cannot be used: see .*/build-broken/torch_check.log' "-DTorch_DIR=$PWD/broken"
grep -q 'references a file that does not exist' build-broken/torch_check.log || { echo "broken: no reason in the log" && failed=1; }

echo 'set(Torch_FOUND TRUE)' >old/TorchConfig.cmake
printf '%s\n' 'set(PACKAGE_VERSION 1.7.1)' 'set(PACKAGE_VERSION_COMPATIBLE TRUE)' >old/TorchConfigVersion.cmake
says old OFF 'LibTorch is too old: 1.7.1; 1.10 is required' "-DTorch_DIR=$PWD/old"

library() { # library NAME ABI: a LibTorch that has as much as the check uses
    mkdir -p "$1/include/c10/core"
    cat >"$1/include/c10/core/Device.h" <<'END'
#include <string>
namespace c10 {
struct Device {
  explicit Device(const std::string&) {}
  bool is_cpu() const { return true; }
};
}
END
    printf '%s\n' 'set(Torch_FOUND TRUE)' 'add_library(torch INTERFACE IMPORTED)' 'set(TORCH_LIBRARIES torch)' \
        "set_target_properties(torch PROPERTIES INTERFACE_COMPILE_OPTIONS -D_GLIBCXX_USE_CXX11_ABI=$2 INTERFACE_INCLUDE_DIRECTORIES $PWD/$1/include)" \
        >"$1/TorchConfig.cmake"
    printf '%s\n' 'set(PACKAGE_VERSION 2.1.0)' 'set(PACKAGE_VERSION_COMPATIBLE TRUE)' >"$1/TorchConfigVersion.cmake"
}
library abi 0 # as NVIDIA's and PyTorch's older wheels
says abi OFF 'LibTorch has the old C++ ABI, and Boost has the new one' "-DTorch_DIR=$PWD/abi"
library new 1
says new 1 '' "-DTorch_DIR=$PWD/new"

exit $failed
