// SPDX-License-Identifier: Apache-2.0
// Turns LibTorch's exceptions into ours. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <string>

#include "base/error.hpp"
#include "trainstep/net/out_of_memory.hpp"

namespace wattline::trainstep {

// The one line of a message of LibTorch or of its TorchScript interpreter that says what is wrong.
std::string words_of(const std::string& text);

// Throws std::bad_alloc where memory did not suffice, else a data error about `object`.
[[noreturn]] void rethrow(const c10::Error& error, const std::string& object);
// The same for exceptions that are not LibTorch's own: its interpreter throws std::runtime_error; others are left
// alone.
[[noreturn]] void rethrow(const std::exception& error, const std::string& object);

// Does the work and turns the exceptions that it ends with. oneDNN has exceptions of its own.
template <class Work>
auto with_torch_errors(const std::string& object, Work work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    rethrow(error, object);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    rethrow(error, object);
  }
}

}  // namespace wattline::trainstep
