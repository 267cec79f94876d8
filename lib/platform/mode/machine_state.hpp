// SPDX-License-Identifier: Apache-2.0
// Everything that a mode change touches, as values: what is in force (capture), what shall be (a target), and both
// as a file.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platform/mode/emc.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::platform {

// Limits and governor of one clock, in its kernel unit.
struct ClockState {
  std::optional<std::int64_t> min, max;
  std::string governor;  // empty = leave it
  bool pinned() const { return min && max && *min == *max; }
};

// A kernel attribute, or a service, and its text.
struct PathValue {
  std::string path, value;
};

// A file of the state that could not be read: its machine path and errno.
struct UnreadFile {
  std::string path;
  int error;
};

// A part without a value is left as it is.
struct MachineState {
  std::vector<int> online;                     // empty = leave them
  std::map<std::string, ClockState> policies;  // by policy name
  std::optional<ClockState> gpu;
  std::optional<EmcState> emc;
  std::vector<PathValue> others;  // fan, idle states, caps of other engines: written last, in this order
  // Over-current counters by path, as they were when this was asked for: compared, never written.
  std::map<std::string, std::int64_t> events;
  bool is_empty() const;  // it says nothing about anything
};

// Reads the whole state. Limits that the kernel hides (a policy whose cores are all off, from 6.1) stay empty.
// `others` holds those of `more` that can be read. Files that exist and could not be read are added to `unread`.
MachineState capture(const Machine& machine, const std::vector<std::string>& more = {},
                     std::vector<UnreadFile>* unread = nullptr);

// Paths beyond cores, clocks and governors that a complete save holds: idle states, GPU power control, fan and its
// daemon, whatever else the board's mode file sets.
std::vector<std::string> side_attributes(const Machine& machine);

// The over-current counters as they are.
std::map<std::string, std::int64_t> overcurrent_events(const Machine& machine);

// Every idle state of every core allowed or forbidden.
std::vector<PathValue> idle_attributes(const Machine& machine, bool enabled);

// The lines of a saved state: path TAB value, "NA" where the kernel hides it.
std::vector<PathValue> to_attributes(const Machine& machine, const MachineState& state);
// Lines about files that this machine's knobs do not have are returned in `unknown`, never written.
MachineState from_attributes(const Machine& machine, const std::vector<PathValue>& lines,
                             std::vector<std::string>& unknown);

}  // namespace wattline::platform
