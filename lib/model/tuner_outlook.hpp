// SPDX-License-Identifier: Apache-2.0
// What a tuner believes when it decides.
#pragma once
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "model/hardware_bound.hpp"
#include "model/tuner.hpp"

namespace wattline::model {

// Of the modes that are looked at: first those that were measured, in their order.
struct TuneOutlook {
  std::vector<Mode> modes;
  std::size_t measured;
  HardwareBound hardware;
  Prediction belief;                  // one per mode
  std::vector<Candidate> candidates;  // the same
  std::vector<double> step_ms;        // mean of what is believed
  double best_step_ms = 0, second_step_ms = 0;
  // Of a job with a limit:
  Trade trade;
  std::vector<Costs> points;  // of the measured modes that may be held
  std::optional<Mix> mix;     // of them

  double seconds(std::size_t k) const { return std::exp(belief.log_ms[Eigen::Index(k)]) / 1e3; }
  Costs costs_of(std::size_t k) const {
    const double watts = std::exp(candidates[k].log_w);
    return {trade.limited.of(seconds(k), watts), trade.cost.of(seconds(k), watts)};
  }
  // What the value is of the cost alone.
  double value_scale() const { return (mix->cost + mix->price * trade.limit) / mix->cost; }
};

}  // namespace wattline::model
