// SPDX-License-Identifier: Apache-2.0
// A candidate of a search: one mode that has not been tried, with the model's belief about it in natural logarithms and
// the improvement that is expected from trying it.
#pragma once
#include <cstddef>
#include <limits>

namespace wattline::model {

struct Candidate {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::size_t index = 0;           // in the space of modes
  double value = 0, value_sd = 0;  // log of the objective, and its standard deviation
  double bound = -kInfinity;       // no hardware gives a smaller value
  double log_w = 0, log_w_sd = 0;  // power
  double chance = 1;               // probability that every limit is kept
  double excess = -kInfinity;      // largest expected log of a quantity over its limit
  double gain = 0;                 // expected improvement
  // Adds a limit on a quantity whose log is normal with this mean and sd.
  void limit(double mean, double sd, double log_limit);
};

// By how much the value is expected to fall below `best`, times the chance to keep the limits.
double expected_improvement(const Candidate& candidate, double best);

}  // namespace wattline::model
