// SPDX-License-Identifier: Apache-2.0
// The objective `knee`: a compromise between time and power that needs no limit.
#pragma once
#include "model/goal.hpp"
#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::model {

// The goal with the exponents that are smallest at the knee (model/pareto_front.hpp) of the front of time and power.
// The front is that of the modes of the space that keep the limits, as read or else as predicted. A goal with another
// objective, or without a front of two modes, is returned as it is.
Goal at_knee(Goal goal, const Space& space, const History& history);

}  // namespace wattline::model
