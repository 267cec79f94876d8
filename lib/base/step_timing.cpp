// SPDX-License-Identifier: Apache-2.0
#include "base/step_timing.hpp"

namespace wattline {

double count_of(const std::vector<StepTiming>& steps) {
  double count = 0;
  for (const StepTiming& step : steps) count += step.steps;
  return count;
}

std::vector<double> values_of(const std::vector<StepTiming>& steps, double StepTiming::*number) {
  std::vector<double> values;
  for (const StepTiming& step : steps) {
    if (std::isfinite(step.*number)) values.push_back(step.*number);
  }
  return values;
}

}  // namespace wattline
