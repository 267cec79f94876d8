// SPDX-License-Identifier: Apache-2.0
// One change of the machine's state, from the argument to the proof: resolve, lock, note the state before, write,
// read back, and bring the earlier state back when a knob does not follow.
#pragma once
#include <functional>
#include <memory>

#include "io/tsv.hpp"
#include "platform/mode/knobs.hpp"
#include "platform/mode/mode_lock.hpp"
#include "platform/mode/mode_setter.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

// The machine state that options.mode stands for on this machine. Throws usage errors, unavailable, or try_later
// for a predefined mode that needs a reboot.
platform::MachineState resolve_target(const platform::Machine& machine, const Options& options);

// What was last asked of this machine with pmode; empty when nothing was.
platform::MachineState last_asked(const platform::Machine& machine);

// What a predefined mode is called; one's own modes are called nothing.
struct ModeName {
  std::string id = "NA", name = "NA";
};
void print_mode(io::TsvWriter& rows, const ModeName& called, const PowerMode& mode);
// Notes on stderr when the clusters have different clocks in this state, of which a row shows the highest.
void note_different_clocks(const cli::Context& context, const platform::Machine& machine,
                           const platform::MachineState& state, const std::string& mode_name);

// Name below /run/wattline of the state before the latest change.
inline constexpr const char* kLastState = "pmode.last";

class Change {
 public:
  // Takes the lock; throws when another process has it or the knobs may not be written.
  Change(cli::Context& context, const Options& options);

  const platform::Machine& machine() const { return machine_; }
  struct Rules {
    bool keep = false;        // leave the state when a knob does not follow
    bool note_before = true;  // for `restore --last`
    // Sets the mode in place of our own writes; returns what went wrong, in words.
    std::function<std::string()> instead{};
  };
  // Writes the target and waits until it is in force. When it is not, undoes (unless told to keep) and throws
  // Error{partial} that names every knob that did not follow; a stop signal does the same.
  void make(const platform::MachineState& target, const Rules& rules);
  // The parts of make(), for those who time them. note_before() comes first, and forces the state to the device.
  void note_before(const platform::MachineState& target);
  void apply(const platform::MachineState& target) { setter_.apply(target); }
  std::function<void(const std::string& path)> on_write;  // sees every write that was done
  // Warns of everything that is not as make() left it.
  void warn_of_deviations() const;
  // Brings back what was before; warns about what cannot be brought back.
  void undo();
  const std::vector<platform::KnobReading>& knobs() const { return knobs_; }

 private:
  void check_writable() const;
  std::string failures() const;

  cli::Context& context_;
  const Options& options_;
  platform::Machine machine_;
  platform::ModeLock lock_;
  platform::AttributeWriter writer_;
  platform::ModeSetter setter_;
  platform::MachineState before_, asked_before_, asked_;
  std::vector<platform::KnobReading> knobs_;
};

}  // namespace wattline::pmode
