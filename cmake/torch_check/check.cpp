// SPDX-License-Identifier: Apache-2.0
// Links only if LibTorch has the C++ ABI of the rest of the tools: the constructor takes a std::string.
#include <c10/core/Device.h>

#include <string>

#if !_GLIBCXX_USE_CXX11_ABI
#error "LibTorch has the old C++ ABI, and Boost has the new one"
#endif

int main() {
  return c10::Device(std::string("cpu")).is_cpu() ? 0 : 1;
}
