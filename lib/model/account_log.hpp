// SPDX-License-Identifier: Apache-2.0
// What one program did while power was recorded: when it ran, the CPU time that it used, and its minibatches.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace wattline::model {

// Something that went on at a constant rate per second.
struct RateSpan {
  double start_s, end_s, rate;
};

// The integral of the rate over the part of [from_s, to_s] that the stretches cover. They are in the order of time.
double amount_between(const std::vector<RateSpan>& stretches, double from_s, double to_s);

struct AccountLog {
  std::string name;
  std::vector<RateSpan> running;          // rate 1
  std::vector<RateSpan> cpu;              // busy cores
  std::vector<RateSpan> steps;            // minibatches; empty = none were recorded
  std::vector<RateSpan> cpu_khz, gpu_hz;  // clocks, where they are known
  std::string source;
  std::optional<double> offset_s;  // time_s - mono_s
};

}  // namespace wattline::model
