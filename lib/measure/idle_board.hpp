// SPDX-License-Identifier: Apache-2.0
// An emulated board knows nothing of a command that is no workload of jetsim: it stays idle meanwhile.
#pragma once
#include <optional>
#include <string>

#include "cli/context.hpp"
#include "platform/load/emulated_workloads.hpp"

namespace wattline::measure {

class IdleBoard {
 public:
  // Of a measurement that begins now.
  explicit IdleBoard(const cli::Context& context)
      : context_(context), before_(platform::read_emulated_workloads(context.root)) {}

  // At its end: a note if the board was idle all the time.
  void note() const { note_with(""); }
  // The same, which also says that the times that were measured are not the board's.
  void note_times() const { note_with("; the times are those of this machine, whatever the mode of the board"); }

 private:
  void note_with(const std::string& consequence) const;

  const cli::Context& context_;
  std::optional<platform::EmulatedWorkloads> before_;
};

}  // namespace wattline::measure
