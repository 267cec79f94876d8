// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/out_of_memory.hpp"

namespace wattline::trainstep {

// DefaultCPUAllocator, the CUDA caching allocator, cuBLAS and cuDNN, a Jetson's driver, oneDNN.
bool is_out_of_memory(const std::string& text) {
  // oneDNN compiles a primitive into executable memory, and gives no reason if that memory is refused. "could not
  // create a primitive descriptor" is another error: the operation is not implemented.
  if (text == "could not create a primitive") return true;
  for (const char* phrase : {"out of memory", "can't allocate memory", "not enough memory", "ALLOC_FAILED",
                             "NvMapMemAlloc", "could not create a memory", "std::bad_alloc"}) {
    if (text.find(phrase) != std::string::npos) return true;
  }
  return false;
}

}  // namespace wattline::trainstep
