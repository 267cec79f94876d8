// SPDX-License-Identifier: Apache-2.0
// How long each clock was in force, as the kernel counts it: cpufreq's time_in_state and devfreq's trans_stat.
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "io/root.hpp"
#include "platform/mode/cpu.hpp"

namespace wattline::platform {

// knob ("cpu.policy0", "gpu") and clock (Hz) -> time in the kernel's own unit (10 ms or 1 ms).
using ClockTimes = std::map<std::string, std::map<std::int64_t, double>>;

ClockTimes read_clock_times(const io::Root& root, const Cpus& cpus);
// Share of the time between two looks, in percent; knobs and clocks that did not run are left out.
ClockTimes clock_shares(const ClockTimes& before, const ClockTimes& after);

}  // namespace wattline::platform
