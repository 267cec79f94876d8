// SPDX-License-Identifier: Apache-2.0
// The times of a run's steps and its readings of power, in seconds of one monotonic clock.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

namespace wattline {

// A minibatch as the step rows tell it; where a workload trains between inference minibatches, one of these and the
// training after it; or, from a progress bar, the minibatches between two states of the bar. What the rows do not have
// is NaN.
struct StepTiming {
  double start_s, end_s;
  double ms;     // of one training minibatch, or the mean of several
  bool counted;  // phase counted: neither the first of an epoch nor stabilizing
  double stall_ms = NAN, compute_ms = NAN;
  double infer_ms = NAN;    // of the inference minibatch
  double latency_ms = NAN;  // of its slowest request, from arrival to answer
  double arrival_s = NAN;   // of the request that it answers
  double requests = 1;      // that it answers at a time
  std::int64_t epoch = -1;  // -1 = the rows have none
  double steps = 1;         // minibatches in it
  double steps_error = 0;   // most by which this number, and the sum of it over several in a row, are wrong
};

// A reading of power.
struct PowerAt {
  double mono_s, watts;
};

double count_of(const std::vector<StepTiming>& steps);  // minibatches
// One of these numbers of each step that has it.
std::vector<double> values_of(const std::vector<StepTiming>& steps, double StepTiming::*number);

}  // namespace wattline
