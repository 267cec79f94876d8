// SPDX-License-Identifier: Apache-2.0
// How something is refused.
#pragma once
#include "base/error.hpp"

namespace wattline::test {

// The exit code of the Error that `action` throws; ok when it throws none.
template <class Action>
ExitCode refusal_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::ok;
}

}  // namespace wattline::test
