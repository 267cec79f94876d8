// SPDX-License-Identifier: Apache-2.0
// Writes a target state in an order that is safe on every kernel generation: cores are switched on before clocks
// change, clocks are lowered before cores are switched off, no minimum is ever above its maximum, and cpu0 stays
// online.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

// Throws no_permission when the clocks of this machine may not be written, unavailable when its files are read-only.
void check_writable(const Machine& machine);

class ModeSetter {
 public:
  ModeSetter(const Machine& machine, AttributeWriter& writer, Clock& clock)
      : machine_(machine), writer_(writer), clock_(clock) {}

  // Writes everything even if some of it is refused; writer.refused() and a reading afterwards show the result.
  void apply(const MachineState& target);

  // Limits that the kernel hid until apply() first switched one of their cores on, as they were then.
  const std::map<std::string, ClockState>& revealed() const { return revealed_; }
  // Called when there are such limits, before they are changed.
  std::function<void()> on_reveal;

 private:
  struct Visit {
    const CpuPolicy* policy;
    ClockState wanted;  // empty: leave the limits
    bool all_off;       // none of its cores stays online
    bool needs_all_on;  // its cores must all be online to be set, see plan()
    bool loses_cores;
  };
  std::vector<Visit> plan(const std::vector<int>& now, const std::vector<int>& wanted,
                          const MachineState& target) const;
  void cores_on(const std::vector<Visit>& visits, const std::vector<int>& wanted);
  void lower_before_off(const std::vector<Visit>& visits);
  void cores_off(const std::vector<int>& wanted);
  void set_policies(const std::vector<Visit>& visits);
  void wait_for_floor(const std::vector<const CpuPolicy*>& policies);
  void set_range(const std::string& min_file, const std::string& max_file, const ClockState& wanted);
  void set_governor(const std::string& file, const std::string& governor);
  void set_other(const PathValue& other);

  const Machine& machine_;
  AttributeWriter& writer_;
  Clock& clock_;
  std::optional<std::int64_t> floor_;  // lowest CPU clock
  std::map<std::string, ClockState> revealed_;
};

}  // namespace wattline::platform
