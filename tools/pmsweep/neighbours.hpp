// SPDX-License-Identifier: Apache-2.0
// A plausibility check of a profile: whether hardware could give it together with those of similar modes.
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
// could give both (base/knob_change.hpp). A mode that lacks a knob is not compared with one that has it.
bool disagrees(const ProfilePoint& point, const std::vector<ProfilePoint>& others);

}  // namespace wattline::pmsweep
