// SPDX-License-Identifier: Apache-2.0
// Everything that a change of mode affects, as values: a captured state has the values in force, a target the values to
// set. Both can be written to a file.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/unread.hpp"
#include "platform/mode/emc.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::platform {

// Limits and governor of one clock, in the kernel's unit.
struct ClockState {
  std::optional<std::int64_t> min, max;
  std::string governor;  // empty: leave it
  bool pinned() const { return min && max && *min == *max; }
  bool is_empty() const { return !min && !max && governor.empty(); }
};

// The path of a kernel attribute, or a service, and its value.
struct PathValue {
  std::string path, value;
};

// A setting of a mode, such as "VDDIN_OC_LIMIT WARN", whose file the machine does not have.
struct MissingSetting {
  std::string name, path;
};

// A part without a value is left as it is.
struct MachineState {
  std::vector<int> online;                     // empty: leave them
  std::map<std::string, ClockState> policies;  // by policy name
  std::optional<ClockState> gpu;
  std::optional<EmcState> emc;
  std::vector<PathValue> others;  // fan, idle states, caps of other engines: written last, in this order
  // Over-current counters by path, as they were when the state was asked for. They are compared, never written.
  std::map<std::string, std::int64_t> events;
  std::vector<MissingSetting> missing;  // of a target: what cannot be set
  bool is_empty() const;                // no part has a value
};

// Reads the whole state. Limits that the kernel hides (from 6.1 on, those of a policy whose cores are all offline) are
// empty. `others` has the paths in `more` that can be read. Files that exist but cannot be read are in `unread`, by
// machine path; without it they are noted (io/unread.hpp).
MachineState capture(const Machine& machine, const std::vector<std::string>& more = {},
                     std::vector<io::UnreadFile>* unread = nullptr);

// Whether the state can be restored without this file: the rate of a memory clock that is not locked.
bool is_dispensable(const Machine& machine, const MachineState& state, const std::string& path);
// The rate of a locked memory clock that cannot be read by design is the one that was asked for. After a failed reading
// it stays unknown: the mode asked for last may be an earlier one.
void assume_asked_rate(const Machine& machine, const std::vector<io::UnreadFile>& unread, const EmcState& asked,
                       MachineState& state);

// What a saved state contains besides cores, clocks and governors: idle states, GPU power control, the fan and its
// service, and everything else that /etc/nvpmodel.conf sets.
std::vector<std::string> side_attributes(const Machine& machine);

// The over-current counters now.
std::map<std::string, std::int64_t> overcurrent_events(const Machine& machine);

// Allows or forbids every idle state of every core.
std::vector<PathValue> idle_attributes(const Machine& machine, bool enabled);

// The lines of a saved state: path TAB value, "NA" where the kernel hides it.
std::vector<PathValue> to_attributes(const Machine& machine, const MachineState& state);
// Paths that belong to no knob of this machine are added to `unknown` and are never written.
MachineState from_attributes(const Machine& machine, const std::vector<PathValue>& lines,
                             std::vector<std::string>& unknown);

}  // namespace wattline::platform
