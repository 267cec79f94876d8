// SPDX-License-Identifier: Apache-2.0
// The time of a step by the states of a progress bar, between which there are several steps.
#pragma once
#include <optional>
#include <vector>

#include "base/step_timing.hpp"

namespace wattline {

// Counted by a bar, and not one row per step.
bool are_of_a_bar(const std::vector<StepTiming>& steps);
double mean_of_bar(const std::vector<StepTiming>& steps);
// Of one minibatch, such that divided by the root of their number it is the standard error of the mean, which includes
// that of counting.
std::optional<double> deviation_of_bar(const std::vector<StepTiming>& steps);

}  // namespace wattline
