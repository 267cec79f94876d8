// SPDX-License-Identifier: Apache-2.0
// What a search believes about one untried mode, in logs, and what trying it promises.
#pragma once
#include <limits>
#include <vector>

#include "model/features.hpp"
#include "model/mode.hpp"

namespace wattline::model {

struct Candidate {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::size_t index = 0;
  double value = 0, value_sd = 0;
  double floor = -kInfinity;  // no hardware gives a smaller value
  double log_w = 0, log_w_sd = 0;
  double chance = 1;             // that every limit is kept
  double excess = -kInfinity;    // largest expected overrun
  double cautious = -kInfinity;  // the same half a standard deviation higher
  void limit(double mean, double sd, double log_limit);
};

// By how much the value is expected to fall below the best one, weighted by the chance to keep the limits.
double expected_improvement(const Candidate& candidate, double best);

// The smallest value that a mode can have beside what was read: a mode that is slower in every clock than one that was
// read cannot be faster, however little the model knows about it.
class Floor {
 public:
  // The value is time_share * log time + power_share * log power.
  Floor(const Device& device, const std::vector<Reading>& readings, double time_share, double power_share);
  double at(const Mode& mode) const;

 private:
  struct Known {
    Features x;
    double value;
  };
  Device device_;
  std::vector<Known> known_;
  double time_share_, power_share_;
};

}  // namespace wattline::model
