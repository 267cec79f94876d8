// SPDX-License-Identifier: Apache-2.0
// The machine's power mode, through pmode.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "pmsweep/pump.hpp"

namespace wattline::pmsweep {

class Modes {
 public:
  Modes(cli::Context& context, Pump& pump) : context_(context), pump_(pump) {}

  struct SetResult {
    int status = 0;       // of pmode: 0, 75 = needs a reboot or somebody else holds the mode
    PowerMode mode;       // in force, by pmode's rule for boards whose clusters differ
    std::string problem;  // why it is not set
  };
  // Sets a mode and waits until it is in force. What pmode says of each knob goes to the file.
  SetResult set(const std::string& mode, const std::string& log);
  // The current mode; fields are empty where this machine does not have or report them.
  PowerMode current();
  // Notes the machine's state in the file, unless an earlier part of this sweep did; restore() restores it.
  void save(const std::string& file);
  void restore();
  // How the machine differs from this mode, and from what was asked for knob by knob; empty = not at all.
  std::string deviation(const PowerMode& mode);

 private:
  Answer call_pmode(std::vector<std::string> arguments);
  void pass_on_notes(const std::string& err);
  cli::Context& context_;
  Pump& pump_;
  std::string saved_;  // the file, once a mode was set
  std::set<std::string> noted_;
};

}  // namespace wattline::pmsweep
