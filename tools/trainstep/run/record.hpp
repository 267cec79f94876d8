// SPDX-License-Identifier: Apache-2.0
// Measurements of a step, of an epoch and of a run.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/quantiles.hpp"
#include "io/training_rows.hpp"

namespace wattline::trainstep {

using Stages = io::StepStages;
using StepRecord = io::StepRow;

// Of counted steps.
struct StepTimes {
  Quantiles stall_ms, compute_ms, step_ms;
  void add(const StepRecord& step);
  void add(const StepTimes& other);
};

struct EpochRecord : io::IntervalTimes {
  std::int64_t epoch = 0, steps = 0, counted = 0, images = 0;
  bool complete = false;
  Stages all, of_counted;  // sums over the steps
  StepTimes times;
  double boundary_hook_ms = 0;  // before the first step and after the last
  std::optional<double> resident_pct;
  std::optional<double> validation_s, validation_loss, accuracy_pct;  // of the validation after it

  void add(const StepRecord& step);
  // Another part of the same epoch, from a later run.
  void add(const EpochRecord& part);
  double overhead_ms() const { return all.step_ms - all.stall_ms - all.compute_ms; }
};

// The epochs of a run: of each one its sums, of the steps' times quantiles over all of them.
struct RunRecord {
  std::vector<EpochRecord> epochs;
  StepTimes all_epochs, epochs_1_on;  // those after the first
  // Another epoch, or another part of the last one.
  void add(EpochRecord epoch);
};

// Steps of an epoch that are done already.
struct StepsDone {
  std::int64_t steps = 0, counted = 0;
};

}  // namespace wattline::trainstep
