// SPDX-License-Identifier: Apache-2.0
// --prepare and --cleanup: the user's own shell lines, before each start of the command and after its end. What differs
// by run reaches them through the environment.
#pragma once
#include <map>
#include <string>

#include "measure/pump.hpp"
#include "pmsweep/options.hpp"

namespace wattline::pmsweep {

// By column, and of mode, out and steps.
using RunValues = std::map<std::string, std::string>;

class ShellLines {
 public:
  ShellLines(const Options& options, cli::Context& context, measure::Pump& pump)
      : options_(options), context_(context), pump_(pump) {}

  // Before the command starts. Returns the problem for which it must not start; empty = none.
  std::string prepare(const RunValues& values);
  // Once the command has ended; nothing if it was not prepared since the last time. Warns if the line fails.
  void clean_up(const RunValues& values);

 private:
  measure::Answer call(const std::string& line, const RunValues& values);
  const Options& options_;
  cli::Context& context_;
  measure::Pump& pump_;
  bool owed_ = false;  // --cleanup
};

}  // namespace wattline::pmsweep
