// SPDX-License-Identifier: Apache-2.0
// Turns LibTorch's exceptions into ours. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <c10/util/Exception.h>

#include <exception>
#include <new>

#include "base/error.hpp"
#include "trainstep/net/out_of_memory.hpp"

namespace wattline::trainstep {

// Throws std::bad_alloc where memory did not suffice, else a data error.
[[noreturn]] void rethrow(const c10::Error& error);

// Does the work and turns the exceptions that it ends with. oneDNN has exceptions of its own.
template <class Work>
auto with_torch_errors(Work work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    rethrow(error);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    if (is_out_of_memory(error.what())) throw std::bad_alloc();
    throw;
  }
}

}  // namespace wattline::trainstep
