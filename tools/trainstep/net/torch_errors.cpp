// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/torch_errors.hpp"

namespace wattline::trainstep {

// what() of its own prints a page of stack.
void rethrow(const c10::Error& error) {
  const std::string text = error.what_without_backtrace();
  if (is_out_of_memory(text)) throw std::bad_alloc();
  throw data_error("LibTorch: " + text.substr(0, text.find('\n')),
                   "check that the network takes this data set's shapes");
}

}  // namespace wattline::trainstep
