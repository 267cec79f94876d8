// SPDX-License-Identifier: Apache-2.0
// Links only if the C++ ABI is the one that LibTorch says it has: the constructor takes a std::string.
#include <c10/core/Device.h>

#include <string>

#if !_GLIBCXX_USE_CXX11_ABI
#pragma message("LibTorch has the old C++ ABI")
#endif

int main() {
  return c10::Device(std::string("cpu")).is_cpu() ? 0 : 1;
}
