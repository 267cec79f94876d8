// SPDX-License-Identifier: Apache-2.0
// What makes two runs of the same mode differ: per run, per step, with temperature. Repeats under a seed.
#pragma once
#include <cstdint>
#include <random>

namespace wattline::jetsim {

class StepNoise {
 public:
  explicit StepNoise(std::uint64_t seed);
  // A new run of a mode: its own small deviation in time and power.
  void new_run();
  // Factors for the next step.
  double time_factor(double celsius);
  double power_factor() const { return run_power_; }

 private:
  double normal(double sd);
  std::mt19937_64 random_;
  double run_time_ = 1, run_power_ = 1;
};

}  // namespace wattline::jetsim
