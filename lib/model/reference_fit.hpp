// SPDX-License-Identifier: Apache-2.0
// What profiles of other workloads, perhaps on other boards, tell of a new one.
#pragma once
#include <vector>

#include "model/mode.hpp"
#include "model/prior.hpp"

namespace wattline::model {

// The priors that fits of these workloads give. Each is fitted to the readings of at most 60 of its modes, those of
// design(), so that a complete table counts as much as a few profiles. Throws a data error for one without readings.
Priors priors_of_workloads(const std::vector<std::vector<ModeReading>>& workloads);

}  // namespace wattline::model
