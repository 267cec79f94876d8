// SPDX-License-Identifier: Apache-2.0
// What a window says of the time of a step and of the power, and how well it is known.
#pragma once
#include <vector>

#include "base/step_timing.hpp"

namespace wattline {

// A mean and its relative standard error, which is above 1 while there is too little to know it. Both errors include a
// share that more steps or readings do not take away, and what a few of them that are alike by chance may hide.
struct MeanReading {
  double mean = 0, error = 10;
};
// ms, of training or else of inference; of the states of a progress bar, the error includes that of counting.
MeanReading time_reading(const std::vector<StepTiming>& steps);
// The relative standard error of the median of the steps' times, likewise. Of a progress bar, that of the mean.
double median_error(const std::vector<StepTiming>& steps);

constexpr std::size_t kPowerParts = 5;  // of a window, each with a mean power of its own

// Mean power of up to kPowerParts parts of a window, each of whole steps in a row: the power differs between the stages
// of a step, and a part of half a step would show one of them. Empty when steps are too short to hold readings of their
// own; the readings then differ by chance.
std::vector<double> powers_of_parts(const std::vector<StepTiming>& steps, const std::vector<PowerAt>& readings);
// W, of readings in order of time, each a mean over the `sensor_s` before it, or of a moment if that is 0.
MeanReading power_reading(const std::vector<StepTiming>& steps, const std::vector<PowerAt>& readings, double sensor_s);

}  // namespace wattline
