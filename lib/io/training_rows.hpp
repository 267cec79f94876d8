// SPDX-License-Identifier: Apache-2.0
// The rows of a training run that two tools write: steps, epochs and windows (trainstep, `jetsim step`) and the summary
// of a run (trainstep, pmsweep). Rows that only one tool writes are defined beside that tool.
#pragma once
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/step_phase.hpp"
#include "io/row_table.hpp"

namespace wattline::io {

// One minibatch. Times are in milliseconds; what is not a number is NA.
struct StepRow {
  std::chrono::nanoseconds start{}, end{};  // CLOCK_MONOTONIC
  std::chrono::nanoseconds end_time{};      // CLOCK_REALTIME
  std::int64_t epoch = 0, step = 0;
  StepPhase phase = StepPhase::first;
  double stall_ms = NAN, h2d_ms = NAN, compute_ms = NAN, step_ms = NAN, read_ms = NAN, prep_ms = NAN;
  std::int64_t images = 0;
  double loss = NAN, launch_ms = NAN, hook_ms = NAN;
  double forward_ms = NAN, backward_ms = NAN, optimizer_ms = NAN;
  std::string_view source;
};
const RowTable<StepRow>& step_table();
const RowKind& step_rows();

struct EpochRow {
  std::chrono::nanoseconds start{}, end{};  // CLOCK_MONOTONIC
  std::chrono::nanoseconds end_time{};      // CLOCK_REALTIME
  std::int64_t epoch = 0;
  bool complete = false;
  std::int64_t steps = 0, counted = 0;
  double stall_ms = NAN, compute_ms = NAN, overhead_ms = NAN, epoch_s = NAN, median_step_ms = NAN;
  std::int64_t images = 0;
  double images_per_s = NAN;
  std::optional<double> resident_pct;
  std::string_view device;
  double hook_ms = NAN, stall_pct = NAN, p95_step_ms = NAN, p99_step_ms = NAN;
  std::string_view source;
};
const RowTable<EpochRow>& epoch_table();
const RowKind& epoch_rows();

// An inference minibatch and the training after it. Times are in milliseconds.
struct WindowRow {
  std::chrono::nanoseconds start{}, end{};  // CLOCK_MONOTONIC
  std::chrono::nanoseconds end_time{};      // CLOCK_REALTIME
  std::int64_t window = 0;
  double queue_ms = NAN, infer_ms = NAN, latency_ms = NAN, latency_max_ms = NAN;
  std::int64_t violations = 0, train_steps = 0, fitting_steps = 0;
  double train_ms = NAN;
  std::int64_t images = 0, waiting = 0;
  double hook_ms = NAN;
  std::string_view source;
};
const RowTable<WindowRow>& window_table();

// How a tool that copies a column of its input describes it: as the step or epoch column of this name, else as text.
Column carried_column(const std::string& name);

// Rows of name, value and unit.
const RowKind& run_summary_rows();

}  // namespace wattline::io
