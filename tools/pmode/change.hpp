// SPDX-License-Identifier: Apache-2.0
// One change of the machine's state: takes the lock, saves the state before, writes, reads back, and restores the
// earlier state when a knob does not follow.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "platform/mode/knobs.hpp"
#include "platform/mode/mode_lock.hpp"
#include "platform/mode/mode_setter.hpp"
#include "pmode/options.hpp"

namespace wattline::pmode {

// The state last asked for with pmode since boot; empty when there is none.
platform::MachineState last_asked(const platform::Machine& machine);

// The state before the latest change: a file in /run/wattline.
inline constexpr const char* kLastState = "pmode.last";

class Change {
 public:
  // Takes the lock. Throws when another process has it or the knobs may not be written.
  Change(cli::Context& context, const WaitOptions& options);

  const platform::Machine& machine() const { return machine_; }
  struct Rules {
    bool keep = false;        // leave the state as it is when a knob does not follow
    bool note_before = true;  // save the state before, for `restore --last`
    std::string before{};     // a file with the state to save for it instead; empty = the state before
    bool temporary = false;   // the caller restores the earlier state
    // Sets the mode instead of our own writes; returns the problem, or nothing.
    std::function<std::string()> instead{};
  };
  // Writes the target and waits until it is in force. When a knob does not follow, or on a stop signal, restores the
  // earlier state (unless rules.keep) and throws Error{partial} that names every such knob.
  void make(const platform::MachineState& target, const Rules& rules);
  // The parts of make(), for those who time them. note_before() comes first, and fsyncs the state before, or the one in
  // the file `instead`. It throws, and nothing was changed, when a part of the state cannot be read or the file cannot
  // be written.
  void note_before(const platform::MachineState& target, const std::string& instead = {});
  void apply(const platform::MachineState& target) {
    const Writing writing(*this);
    setter_.apply(target);
  }
  std::function<void(const std::string& path)> on_write;  // called after every write
  // Describes every knob that is not as make() left it.
  std::vector<std::string> deviations() const;
  // Restores the earlier state; warns of what cannot be restored.
  void undo();
  // Runs `body`, restores the earlier state when it ends or throws, and throws on.
  void undo_after(const std::function<void()>& body);
  const std::vector<platform::KnobReading>& knobs() const { return knobs_; }

 private:
  // Keeps others from saving the state while one lives; a second one inside it does nothing.
  class Writing {
   public:
    explicit Writing(Change& change) : change_(change) {
      if (change_.writing_++ == 0) change_.state_lock_.lock();
    }
    ~Writing() {
      if (--change_.writing_ == 0) change_.state_lock_.unlock();
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

   private:
    Change& change_;
  };
  bool is_needed(const io::UnreadFile& file, const platform::MachineState& target) const;
  std::string put_in_force(const Rules& rules);
  std::string failures() const;
  void save_before() const;
  void save_asked_before();
  // Limits that the kernel hid when the state before was saved are a part of it, too.
  void take_revealed();

  cli::Context& context_;
  WaitOptions options_;
  platform::Machine machine_;
  platform::ModeLock lock_;
  platform::StateLock state_lock_;
  int writing_ = 0;
  platform::AttributeWriter writer_;
  platform::ModeSetter setter_;
  platform::MachineState before_, asked_before_, asked_;
  std::vector<platform::KnobReading> knobs_;
};

}  // namespace wattline::pmode
