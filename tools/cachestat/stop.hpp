// SPDX-License-Identifier: Apache-2.0
// Ends long work when a signal asks for it.
#pragma once
#include <functional>

#include "cli/context.hpp"

namespace wattline::cachestat {

// True once a signal asked to end. Work on large files asks now and then.
using Stop = std::function<bool()>;
inline Stop stop_of(const cli::Context& context) {
  return [&signals = context.signals] { return signals.stop() != 0; };
}

constexpr int kPatience_ms = 100;  // longest wait for something else before Stop is asked again

}  // namespace wattline::cachestat
