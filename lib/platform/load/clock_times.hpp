// SPDX-License-Identifier: Apache-2.0
// How long each clock was in force, as the kernel counts it: cpufreq's time_in_state and devfreq's trans_stat.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/root.hpp"
#include "platform/mode/cpu.hpp"

namespace wattline::platform {

// knob ("cpu.policy0", "gpu") and clock (Hz) -> s, or a share in percent.
using ClockTimes = std::map<std::string, std::map<std::int64_t, double>>;

ClockTimes read_clock_times(const io::Root& root, const Cpus& cpus);

struct ClockShares {
  ClockTimes shares;                // knobs and clocks that did not run are left out
  std::vector<std::string> broken;  // knobs whose times went back or grew by more than the time between the looks
};
ClockShares clock_shares(const ClockTimes& before, const ClockTimes& after, double elapsed_s);

}  // namespace wattline::platform
