// SPDX-License-Identifier: Apache-2.0
// Comparisons of made-up commands whose true values are known, as wattcompare makes them: a pilot, and as many blocks
// as it asks for.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "wattcompare/block_order.hpp"
#include "wattcompare/comparison.hpp"

namespace wattline::test {

struct SimulatedMachine {
  std::vector<double> seconds{60, 60}, watts{20, 20};  // of each command
  double time_noise = 0.004, power_noise = 0.006;      // standard deviations from run to run, relative
  double drift = 0;                                    // of the power from run to run, relative
  // Of unit variance and mean 0.
  std::function<double(Random&)> noise = [](Random& random) { return random.normal(); };
  std::size_t max_blocks = 60;
};

// Waiting times are skewed to the right.
inline double exponential_noise(Random& random) {
  return -std::log(1 - random.uniform()) - 1;
}
// One run in twenty is disturbed.
inline double disturbed_noise(Random& random) {
  const double scale = random.uniform() < 0.05 ? 5 : 1;
  return scale * random.normal() / std::sqrt(0.95 + 0.05 * 25);
}

class SimulatedRuns {
 public:
  SimulatedRuns(const SimulatedMachine& machine, std::uint64_t seed) : machine_(machine), random_(seed), seed_(seed) {}

  std::vector<wattcompare::Comparison> compare(const wattcompare::Rules& rules = {}) {
    run_until(rules.pilot);
    const std::size_t needed = wattcompare::blocks_needed(runs_, rules).blocks;
    run_until(std::clamp((needed + 1) / 2 * 2, rules.pilot, std::max(rules.pilot, machine_.max_blocks)));
    return wattcompare::compare(runs_, rules);
  }
  std::size_t blocks() const { return blocks_; }

 private:
  void run_until(std::size_t blocks) {
    while (blocks_ < blocks) run_block(static_cast<std::int64_t>(++blocks_));
  }
  void run_block(std::int64_t block) {
    const auto order = wattcompare::block_order(static_cast<std::int64_t>(machine_.seconds.size()), block, seed_);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto command = static_cast<std::size_t>(order[i] - 1);
      wattcompare::MeasuredRun run;
      run.block = block;
      run.position = static_cast<std::int64_t>(i + 1);
      run.command = order[i];
      run.source = "measured";
      run.time_s = machine_.seconds[command] * (1 + machine_.time_noise * machine_.noise(random_));
      run.power_w = machine_.watts[command] * (1 + machine_.power_noise * machine_.noise(random_) +
                                               machine_.drift * static_cast<double>(made_++));
      run.energy_j = *run.time_s * *run.power_w;
      run.step_ms = *run.time_s * 2;
      run.step_power_w = run.power_w;
      run.step_energy_j = *run.energy_j / 500;
      runs_.push_back(run);
    }
  }
  const SimulatedMachine& machine_;
  Random random_;
  std::uint64_t seed_;
  std::vector<wattcompare::MeasuredRun> runs_;
  std::size_t blocks_ = 0;
  int made_ = 0;
};

}  // namespace wattline::test
