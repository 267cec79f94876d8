// SPDX-License-Identifier: Apache-2.0
// Measurements of a step, of an epoch and of a run.
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/quantiles.hpp"
#include "base/step_phase.hpp"

namespace wattline::trainstep {

struct Stages {
  double stall_ms = 0, h2d_ms = 0, compute_ms = 0, step_ms = 0, read_ms = 0, prep_ms = 0;
  double launch_ms = NAN;  // of the computing, until everything was queued; where a GPU computes
  double hook_ms = 0;
  double forward_ms = NAN, backward_ms = NAN, optimizer_ms = NAN;  // of the computing, with --stages; not summed up
  void add(const Stages& other);
};

struct StepRecord : Stages {
  std::int64_t start_ns = 0, end_ns = 0, end_time_ns = 0;  // the start is the end of the step before
  std::int64_t epoch = 0, step = 0;
  StepPhase phase = StepPhase::first;
  std::int64_t images = 0;
  double loss = 0;
};

// Of counted steps.
struct StepTimes {
  Quantiles stall_ms, compute_ms, step_ms;
  void add(const StepRecord& step);
  void add(const StepTimes& other);
};

struct EpochRecord {
  std::int64_t start_ns = 0, end_ns = 0, end_time_ns = 0;
  std::int64_t epoch = 0, steps = 0, counted = 0, images = 0;
  bool complete = false;
  Stages all, of_counted;  // sums over the steps
  StepTimes times;
  double boundary_hook_ms = 0;  // before the first step and after the last
  std::optional<double> resident_pct;

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
