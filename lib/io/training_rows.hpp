// SPDX-License-Identifier: Apache-2.0
// The rows of a training run that two tools write: steps, epochs and windows (trainstep, `jetsim step`) and the summary
// of a run (trainstep, pmsweep). Rows that only one tool writes are defined beside that tool.
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/step_phase.hpp"
#include "io/row_table.hpp"
#include "io/time_columns.hpp"

namespace wattline::io {

// What a step took, or several. In rows, what is not a number is NA.
struct StepStages {
  double stall_ms = 0, h2d_ms = 0, compute_ms = 0, step_ms = 0, read_ms = 0, prep_ms = 0;
  double launch_ms = NAN;  // of the computing, until everything was queued; where a GPU computes
  double hook_ms = 0;
  double forward_ms = NAN, backward_ms = NAN, optimizer_ms = NAN;  // of the computing, with --stages; not summed up
  void add(const StepStages& other);
};

// One minibatch. It starts at the end of the one before.
struct StepRow : IntervalTimes, StepStages {
  std::int64_t epoch = 0, step = 0;  // step -1: none, as in validation
  StepPhase phase = StepPhase::first;
  std::int64_t images = 0;
  std::optional<std::int64_t> tokens;  // that a language model read or wrote
  double loss = NAN, accuracy_pct = NAN;
  std::optional<std::string_view> precision;
  std::string_view source;
};
const RowTable<StepRow>& step_table();
const RowKind& step_rows();

struct EpochRow : IntervalTimes {
  std::int64_t epoch = 0;
  bool complete = false;
  std::int64_t steps = 0, counted = 0;
  double stall_ms = NAN, compute_ms = NAN, overhead_ms = NAN, epoch_s = NAN, median_step_ms = NAN;
  std::int64_t images = 0;
  double images_per_s = NAN;
  std::optional<double> resident_pct;
  std::string_view device;
  double hook_ms = NAN, stall_pct = NAN, p95_step_ms = NAN, p99_step_ms = NAN;
  std::optional<double> validation_s, validation_loss, accuracy_pct;
  std::optional<std::string_view> precision;
  std::string_view source;
};
const RowTable<EpochRow>& epoch_table();
const RowKind& epoch_rows();

// An inference minibatch and the training after it.
struct WindowRow : IntervalTimes {
  std::int64_t window = 0;
  double queue_ms = 0;  // from a request's arrival to the start of its inference, mean over the batch
  double infer_ms = 0;
  double latency_ms = 0, latency_max_ms = 0;        // from arrival to answer, mean and largest
  std::int64_t violations = 0;                      // requests above the limit
  std::int64_t train_steps = 0, fitting_steps = 0;  // trained, and what the formula gives
  double train_ms = 0;                              // sum over the window
  std::int64_t images = 0;                          // requests answered
  std::int64_t waiting = 0;                         // requests behind this minibatch when it is begun
  double hook_ms = 0;                               // of the changes to training and back
  // Of a language model: tokens of all requests, and the two stages of the inference.
  std::optional<std::int64_t> prompt_tokens, tokens;
  double prefill_ms = NAN, decode_ms = NAN;
  double first_token_ms = NAN, token_ms = NAN;  // from arrival to the first token, and per token after it
  std::optional<std::string_view> precision;
  std::string_view source;
};
const RowTable<WindowRow>& window_table();

// How a tool that copies a column of its input describes it: as the step or epoch column of this name, else as text.
Column carried_column(const std::string& name);

// Rows of name, value and unit.
const RowKind& run_summary_rows();

}  // namespace wattline::io
