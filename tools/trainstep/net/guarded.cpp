// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/guarded.hpp"

namespace wattline::trainstep {

// DefaultCPUAllocator, the CUDA caching allocator, cuBLAS and cuDNN, a Jetson's driver, oneDNN.
bool is_out_of_memory(const std::string& text) {
  for (const char* phrase : {"out of memory", "can't allocate memory", "not enough memory", "ALLOC_FAILED",
                             "NvMapMemAlloc", "could not create a memory", "std::bad_alloc"}) {
    if (text.find(phrase) != std::string::npos) return true;
  }
  return false;
}

// what() of its own prints a page of stack.
void rethrow(const c10::Error& error) {
  const std::string text = error.what_without_backtrace();
  if (is_out_of_memory(text)) throw std::bad_alloc();
  throw data_error("LibTorch: " + text.substr(0, text.find('\n')),
                   "check that the network takes this data set's shapes");
}

}  // namespace wattline::trainstep
