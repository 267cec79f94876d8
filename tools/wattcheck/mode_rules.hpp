// SPDX-License-Identifier: Apache-2.0
// Rules about the power mode of the run: in force throughout, with clocks that stand still.
#pragma once
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

Finding mode(const Run& run, const Limits& limits);
Finding clocks(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
