// SPDX-License-Identifier: Apache-2.0
// Runs the command and tunes the board beside it, window after window.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cli/row_stream.hpp"
#include "measure/idle_board.hpp"
#include "measure/modes.hpp"
#include "measure/power_readings.hpp"
#include "measure/powerlog_child.hpp"
#include "pmtune/decider.hpp"
#include "pmtune/job_length.hpp"
#include "pmtune/job_summary.hpp"
#include "pmtune/options.hpp"
#include "pmtune/phase_notes.hpp"
#include "pmtune/rows.hpp"
#include "pmtune/tuned_command.hpp"
#include "pmtune/window_meter.hpp"

namespace wattline::pmtune {

class TunedRun {
 public:
  TunedRun(const Options& options, cli::Context& context);
  // Returns the exit status of the command.
  int run();

 private:
  enum class End { enough, job_ended, stalled, uncountable };
  void prepare();
  void tune();
  bool await_first_step();
  void add_last_steps();
  bool enter(model::TuneDecision& decision);
  End watch(const model::TuneDecision& decision);
  model::WindowReading reading() const;
  void close_window(const model::TuneDecision& decision, End end);
  void add_row(const model::TuneDecision& decision, const std::string& end);
  void write_row();
  void write_last_row();
  void wait_for_steps(const model::Mode& mode);
  model::JobState state() const;
  bool was_changed();
  void run_untuned(const std::string& why);
  void wait(std::int64_t length_ns);
  int end_job();
  double now_s() { return to_seconds(pump_.now_ns()); }

  const Options& options_;
  cli::Context& context_;
  measure::Pump pump_;
  measure::Modes modes_;
  measure::IdleBoard board_;
  measure::PowerlogChild powerlog_;
  measure::PowerReadings readings_;
  TunedCommand job_;
  JobLength length_;
  model::JobAccount account_;  // of the windows of which the energy is known
  WindowMeter meter_;
  JobSummary summary_;
  PhaseNotes notes_;
  std::unique_ptr<cli::RowStream> stream_;
  std::optional<model::Tuner> tuner_;   // of a job
  std::optional<LiveService> service_;  // or this
  Decider decider_;
  PowerMode before_;
  std::optional<model::Mode> current_;  // that we set
  PowerMode in_force_;                  // what came of it
  double window_start_s_ = 0, window_end_s_ = 0, verified_s_ = 0, last_step_s_ = 0;
  std::int64_t number_ = 0;
  std::optional<TuneRow> row_;  // that waits for the readings of its end
  std::optional<model::TuneDecision> next_;
};

}  // namespace wattline::pmtune
