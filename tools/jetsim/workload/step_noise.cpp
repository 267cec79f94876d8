// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/step_noise.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::jetsim {

StepNoise::StepNoise(std::uint64_t seed) : random_(seed) {
  new_run();
}

double StepNoise::normal(double sd) {
  return std::normal_distribution<double>(0, sd)(random_);
}

void StepNoise::new_run() {
  constexpr double kTimeSd = 0.004, kPowerSd = 0.006, kRareShare = 0.04, kRareSd = 0.02;
  const bool rare = std::bernoulli_distribution(kRareShare)(random_);  // repeats of real runs have heavy tails
  run_time_ = std::exp(normal(rare ? kRareSd : kTimeSd));
  run_power_ = std::exp(normal(kPowerSd));
}

double StepNoise::time_factor(double celsius) {
  constexpr double kStepSd = 0.012, kSpikeShare = 0.01, kSpikeMean = 0.25, kPerDegree = 0.0004, kWarm = 50;
  double factor = run_time_ * std::exp(normal(kStepSd)) * (1 + kPerDegree * std::max(celsius - kWarm, 0.0));
  if (std::bernoulli_distribution(kSpikeShare)(random_))
    factor += std::exponential_distribution<double>(1 / kSpikeMean)(random_);
  return factor;
}

}  // namespace wattline::jetsim
