// SPDX-License-Identifier: Apache-2.0
// Heat and what it does: thermal zones and the over-current events that neither cpufreq nor devfreq shows.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::platform {

// The hottest thermal zone in degrees Celsius; zones that are powered down (EAGAIN, or -256 degrees) and the PMIC's,
// which is a constant on L4T r32, are left out. Empty when there is none.
std::optional<double> hottest_zone_c(const io::Root& root);

// Machine paths of the over-current counters: ocN_event_cnt of the driver tegra23x_oc, L4T r35 and later.
std::vector<std::string> overcurrent_counters(const io::Root& root);

// Sum of the over-current counters since boot; empty when there are none.
// The counters follow an event within about two seconds.
std::optional<std::int64_t> throttle_events(const io::Root& root);

}  // namespace wattline::platform
