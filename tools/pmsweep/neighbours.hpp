// SPDX-License-Identifier: Apache-2.0
// Whether a profile can be true beside those of the modes around it.
#pragma once
#include <vector>

#include "base/power_mode.hpp"

namespace wattline::pmsweep {

// A profile of one mode; all runs of a set share one command.
struct ProfilePoint {
  PowerMode mode;
  double minibatch_ms, power_w;
};

// True when the point contradicts most of its nearest others. Two profiles contradict each other when no hardware
// could give both (base/knob_change.hpp). Modes that differ in whether they have a knob are not compared.
bool disagrees(const ProfilePoint& point, const std::vector<ProfilePoint>& others);

}  // namespace wattline::pmsweep
