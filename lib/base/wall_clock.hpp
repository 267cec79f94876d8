// SPDX-License-Identifier: Apache-2.0
// Tells a time of the wall clock from one of a monotonic clock.
#pragma once

namespace wattline {

// In 2001. No machine runs for 30 years, so a time of CLOCK_MONOTONIC is before this.
constexpr double kOldestWallClockS = 1e9;

}  // namespace wattline
