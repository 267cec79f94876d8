// SPDX-License-Identifier: Apache-2.0
// The machine's power mode while other programs run, set through pmode.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/power_mode.hpp"
#include "io/fd.hpp"
#include "measure/pump.hpp"
#include "platform/load/load_row.hpp"
#include "platform/mode/machine.hpp"
#include "platform/mode/mode_lock.hpp"

namespace wattline::measure {

class Modes {
 public:
  // `work`: what the modes are set for, in messages ("sweep").
  Modes(cli::Context& context, Pump& pump, std::string work) : context_(context), pump_(pump), work_(std::move(work)) {}

  // Keeps every other process from setting a mode, until this object ends; nothing happens the second time. Throws
  // Error{try_later} with its name when another one has the lock, no_permission when modes may not be set.
  void hold();

  struct SetResult {
    int status = 0;       // of pmode: 0, 75 = needs a reboot or somebody else holds the mode
    PowerMode mode;       // in force, by pmode's rule for boards whose clusters differ
    std::string problem;  // why it is not set
  };
  // Sets a mode and waits until it is in force, after save(). What pmode prints of each knob goes to the file.
  SetResult set(const std::string& mode, const std::string& log);
  // The current mode; fields are empty where this machine does not have or report them.
  PowerMode current();
  // The names of the vendor's predefined modes, by the notation of the mode; empty where there are none.
  std::map<std::string, std::string> predefined();
  // The current mode without starting a process, for checks while something is measured.
  PowerMode in_force();
  // Saves the machine's state in the file, unless an earlier part of this work did and was killed. Throws when it
  // cannot.
  void save(const std::string& file);
  // Restores the saved state from memory: the file may be gone.
  void restore();
  // Which clock that the latest set() pinned does not run at it now, though its limits may be in force; empty = none.
  // The clock of a GPU that is powered down is not known.
  std::string wrong_clock(const platform::LoadRow& load) const;
  // How the machine differs from this mode, and knob by knob from what the latest set() asked for; empty = not at all.
  std::string deviation(const PowerMode& mode);

 private:
  Answer call_pmode(std::vector<std::string> arguments, io::SpawnOptions options = {});
  Answer call_with_saved(std::vector<std::string> arguments);
  void pass_on_notes(const std::string& err);
  cli::Context& context_;
  Pump& pump_;
  std::string work_;
  std::unique_ptr<platform::ModeLock> lock_;
  std::optional<platform::Machine> machine_;
  io::Fd saved_;             // the state before, in memory, once a mode was set
  std::string saved_file_;   // and on disk
  bool keeps_state_ = true;  // and for `pmode restore`, should this process be killed
  struct PinnedClock {
    std::string object;
    std::vector<int> cpus;  // none = not a CPU clock
    std::int64_t value;     // in the kernel's unit
  };
  void remember_pinned(const std::map<std::string, std::string>& row);
  std::map<std::string, std::string> asked_;  // by object: of the latest set()
  std::vector<PinnedClock> pinned_;           // by it
  std::set<std::string> noted_;
};

}  // namespace wattline::measure
