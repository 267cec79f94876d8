// SPDX-License-Identifier: Apache-2.0
#include "base/bar_time.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

namespace {

constexpr std::size_t kBlocks = 10;  // of the states of a bar

}  // namespace

bool are_of_a_bar(const std::vector<StepTiming>& steps) {
  return !steps.empty() && steps.back().steps_error > 0;
}

double mean_of_bar(const std::vector<StepTiming>& steps) {
  double sum_s = 0;
  for (const StepTiming& step : steps) sum_s += step.end_s - step.start_s;
  return sum_s * 1e3 / count_of(steps);
}

// The error of counting is the difference of two roundings, each evenly distributed. Single intervals would show little
// more than that some have a minibatch more than others.
std::optional<double> deviation_of_bar(const std::vector<StepTiming>& steps) {
  if (steps.size() < 2) return std::nullopt;
  const std::size_t blocks = std::min(kBlocks, steps.size());
  const double mean_ms = mean_of_bar(steps), count = count_of(steps);
  double sum = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto at = [&](std::size_t block) {
      return steps.begin() + static_cast<std::ptrdiff_t>(steps.size() * block / blocks);
    };
    const std::vector<StepTiming> block(at(i), at(i + 1));
    const double off_ms = mean_of_bar(block) - mean_ms;
    sum += count_of(block) * off_ms * off_ms;
  }
  const double counting_ms = mean_ms * steps.back().steps_error / count / std::sqrt(6.0);
  return std::sqrt(sum / static_cast<double>(blocks - 1) + count * counting_ms * counting_ms);
}

}  // namespace wattline
