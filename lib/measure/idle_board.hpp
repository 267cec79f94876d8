// SPDX-License-Identifier: Apache-2.0
// An emulated board knows nothing of a command that is no workload of jetsim: it stays idle meanwhile.
#pragma once
#include <optional>

#include "cli/context.hpp"
#include "platform/load/emulated_workloads.hpp"

namespace wattline::measure {

class IdleBoard {
 public:
  // Of a measurement that begins now.
  explicit IdleBoard(const cli::Context& context)
      : context_(context), before_(platform::read_emulated_workloads(context.root)) {}

  // At its end: says that the board was idle, and with `times` that the times are this machine's. Nothing if it was
  // not.
  void note(bool times) const;

 private:
  const cli::Context& context_;
  std::optional<platform::EmulatedWorkloads> before_;
};

}  // namespace wattline::measure
