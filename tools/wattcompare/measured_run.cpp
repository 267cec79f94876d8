// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/measured_run.hpp"

namespace wattline::wattcompare {

// In the rows of runs time_s is the wall clock, as in all rows.
const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> all{{"time_s", "duration_s", "s", false, &MeasuredRun::time_s},
                                         {"power_w", "power_w", "W", false, &MeasuredRun::power_w},
                                         {"energy_j", "energy_j", "J", false, &MeasuredRun::energy_j},
                                         {"step_ms", "step_ms", "ms", true, &MeasuredRun::step_ms},
                                         {"step_power_w", "step_power_w", "W", true, &MeasuredRun::step_power_w},
                                         {"step_energy_j", "step_energy_j", "J", true, &MeasuredRun::step_energy_j}};
  return all;
}

}  // namespace wattline::wattcompare
