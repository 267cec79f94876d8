// SPDX-License-Identifier: Apache-2.0
// COMMAND with its hooks: --prepare before each of its starts, --cleanup after each of its ends.
#pragma once
#include <string>

#include "pmsweep/command_child.hpp"
#include "pmsweep/command_words.hpp"
#include "pmsweep/shell_lines.hpp"

namespace wattline::pmsweep {

class PreparedCommand {
 public:
  PreparedCommand(const Options& options, cli::Context& context, measure::Pump& pump);

  // Starts it, unless it runs with --live and these values already. Returns the problem for which it does not start;
  // empty = none.
  std::string bring_up(const RunValues& values);
  void end(const RunValues& values);
  // With --live: starts it in the mode in force, and waits for its first step.
  void start_live(RunValues values);

  const CommandWords& words() const { return words_; }
  CommandChild& child() { return child_; }
  const CommandChild& child() const { return child_; }

 private:
  const Options& options_;
  measure::Pump& pump_;
  CommandWords words_;
  CommandChild child_;
  ShellLines shell_lines_;
};

}  // namespace wattline::pmsweep
