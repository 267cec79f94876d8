// SPDX-License-Identifier: Apache-2.0
// Signals whose default action would end pmode before it has restored the earlier state. io::Signals notes SIGINT,
// SIGTERM, SIGHUP and SIGXFSZ; this class takes the others, real-time signals included. Faults (SIGSEGV ...) are left
// alone.
#pragma once
#include <csignal>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::pmode {

// While an object lives, each such signal counts as a stop in io::Signals, which must live too. SIGPIPE does
// nothing: the write that caused it fails with EPIPE. Signals that the caller ignores stay ignored.
// Handlers end at exec, so commands start with the default actions.
class EndingSignals : NotCopyable {
 public:
  EndingSignals();
  ~EndingSignals();

 private:
  std::vector<std::pair<int, struct sigaction>> previous_;
};

}  // namespace wattline::pmode
