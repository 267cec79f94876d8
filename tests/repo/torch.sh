#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A LibTorch that is broken or too old is not used, with the reason, and does not end the configuration; another one is used.
# One of the old C++ ABI is used with that ABI, in which all of wattline can be compiled. That of a wheel needs no CUDA toolkit.
set -u
failed=0
mkdir project broken old
cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(project LANGUAGES CXX)
include($SRC/cmake/WattlineTorch.cmake)
wattline_check_torch(problem old_abi standard)
message(STATUS "problem: \${problem}, old C++ ABI: \${old_abi}, C++\${standard}")
END
says() { # says NAME PROBLEM OLD-ABI STANDARD CMAKE-OPTION...
    local name=$1 problem=$2 old_abi=$3 standard=$4
    cmake -S project -B "build-$name" "${@:5}" >"$name.log" 2>&1 || { cat "$name.log" && failed=1; }
    grep -q "problem: $problem, old C++ ABI: $old_abi, C++$standard\$" "$name.log" || { echo "$name:" && cat "$name.log" && failed=1; }
}

# As in Debian 11, whose libtorch-dev names files that it does not have.
echo 'message(FATAL_ERROR "The imported target references a file that does not exist.")' >broken/TorchConfig.cmake
says broken 'LibTorch cannot be used: see .*/build-broken/torch_check.log' OFF 17 "-DTorch_DIR=$PWD/broken"
grep -q 'references a file that does not exist' build-broken/torch_check.log || { echo "broken: no reason in the log" && failed=1; }

version() { # version FOLDER VERSION
    printf '%s\n' "set(PACKAGE_VERSION $2)" 'if(NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)' \
        'set(PACKAGE_VERSION_COMPATIBLE TRUE)' 'endif()' >"$1/TorchConfigVersion.cmake"
}
echo 'set(Torch_FOUND TRUE)' >old/TorchConfig.cmake
version old 1.7.1
says old 'LibTorch is too old: 1.7.1; 1.10 is required' OFF 17 "-DTorch_DIR=$PWD/old"

# library NAME ABI CLAIM VERSION: a LibTorch that has as much as the check uses, compiled with this ABI, which claims to have
# that one.
library() {
    mkdir -p "$1/include/c10/core"
    cat >"$1/include/c10/core/Device.h" <<'END'
#include <string>
namespace c10 {
struct Device {
  explicit Device(const std::string& name);
  bool is_cpu() const { return true; }
};
}
END
    printf '%s\n' '#include <c10/core/Device.h>' 'c10::Device::Device(const std::string&) {}' >"$1/device.cpp"
    c++ -D_GLIBCXX_USE_CXX11_ABI="$2" -shared -fPIC -I "$1/include" "$1/device.cpp" -o "$1/libc10.so" || failed=1
    printf '%s\n' 'set(Torch_FOUND TRUE)' 'add_library(torch INTERFACE IMPORTED)' "set(TORCH_LIBRARIES torch $PWD/$1/libc10.so)" \
        "set_target_properties(torch PROPERTIES INTERFACE_COMPILE_OPTIONS -D_GLIBCXX_USE_CXX11_ABI=$3 INTERFACE_INCLUDE_DIRECTORIES $PWD/$1/include)" \
        >"$1/TorchConfig.cmake"
    version "$1" "$4"
}
library new 1 1 2.1.0
says new '' OFF 17 "-DTorch_DIR=$PWD/new"
library abi 0 0 2.1.0 # as many wheels
says abi '' ON 17 "-DTorch_DIR=$PWD/abi"
says abi '' ON 17 # configured again
library wrong 0 1 2.1.0
says wrong 'LibTorch cannot be used: see .*/build-wrong/torch_check.log' OFF 17 "-DTorch_DIR=$PWD/wrong"

# wheel NAME ABI FLAGS: as a wheel for CUDA lies in its folder: its TorchConfig.cmake ends the configuration where there is no CUDA
# toolkit that it likes, and finds the libc10.so of another LibTorch.
wheel() {
    library "$1" "$2" "$2" 2.5.1
    mkdir -p "$1/lib" "$1/share/cmake/Torch" "$1/include/torch/csrc/api/include"
    mv "$1/libc10.so" "$1/lib"
    for name in torch_cpu torch; do
        echo 'int name;' | c++ -xc++ -shared -fPIC - -L "$1/lib" -Wl,--no-as-needed -lc10 -lnothing -o "$1/lib/lib$name.so" || failed=1
    done
    mv "$1"/TorchConfigVersion.cmake "$1/share/cmake/Torch" && rm "$1/TorchConfig.cmake"
    printf '%s\n' "set(TORCH_CXX_FLAGS \"$3\")" 'message(FATAL_ERROR "Failed to find nvToolsExt")' >"$1/share/cmake/Torch/TorchConfig.cmake"
}
# What a wheel's libraries need is not in the folders of the linker.
echo 'int nothing;' | c++ -xc++ -shared -fPIC - -o libnothing.so && export LIBRARY_PATH=$PWD
wheel wheel 1 ''
says wheel '' OFF 17 "-DTorch_DIR=$PWD/wheel/share/cmake/Torch"
says wheel-by-prefix '' OFF 17 "-DCMAKE_PREFIX_PATH=$PWD/wheel"
wheel wheel-abi 0 -D_GLIBCXX_USE_CXX11_ABI=0
unset LIBRARY_PATH && rm libnothing.so
says wheel-abi '' ON 17 "-DTorch_DIR=$PWD/wheel-abi/share/cmake/Torch"

# From 2.14 on, LibTorch's headers are C++20.
library newer 1 1 2.14.0
sed -i '1i #if __cplusplus < 202002L\n#error C++20 is required\n#endif' newer/include/c10/core/Device.h
says newer '' OFF 20 "-DTorch_DIR=$PWD/newer"

exit $failed
