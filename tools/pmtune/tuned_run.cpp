// SPDX-License-Identifier: Apache-2.0
#include "pmtune/tuned_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "measure/board_modes.hpp"
#include "measure/folder.hpp"
#include "model/profile_import.hpp"

namespace wattline::pmtune {

namespace {

constexpr std::int64_t kLookNs = 100'000'000;  // between looks at a window
constexpr std::int64_t kLastReadingNs = 3'000'000'000;
constexpr double kHoldS = 20;    // length of a window of the held mode
constexpr double kLongestS = 5;  // of any other window that has its readings

model::Space space_of(cli::Context& context, const Options& options) {
  if (options.modes.empty())
    return model::Space(model::modes_of(measure::board_modes(context, "name a list of modes with --modes FILE")));
  return model::Space(model::modes_of(cli::read_table(context, options.modes, io::ProfileNeeds::mode, options.table)));
}

double estimated_energy(const TuneRow& row) {
  return row.power_w.value_or(0) * to_seconds(row.end_ns - row.start_ns);
}

}  // namespace

TunedRun::TunedRun(const Options& options, cli::Context& context)
    : options_(options),
      context_(context),
      pump_(context),
      modes_(context, pump_, "job"),
      powerlog_(context, pump_, options.out, options.rail, options.interval_ns),
      job_(context, pump_, options.progress),
      length_(options.steps, options.epochs),
      account_(rules_of(options).limit) {
  job_.on_step([this](const StepTiming& step) {
    length_.add(step);
    length_.set_left(job_.steps_left());
    meter_.step(step);
    last_step_s_ = now_s();
  });
  powerlog_.on_reading([this](double mono_s, double watts, bool stale) {
    readings_.add(mono_s, watts, stale);
    meter_.power(mono_s, watts, stale);
  });
}

// Everything that can be refused is tried before the command starts.
void TunedRun::prepare() {
  measure::make_folder_and_parents(options_.out);
  modes_.hold();
  const model::Space space = space_of(context_, options_);
  before_ = modes_.current();
  modes_.save(options_.out + "/before.state");
  cli::RowOptions rows = options_.rows;
  if (rows.output.empty()) rows.output = options_.out + "/windows.tsv";
  stream_ = std::make_unique<cli::RowStream>(context_, rows, tune_rows().kind());
  powerlog_.start("choose another with --rail NAME");
  if (!powerlog_.metered()) throw unavailable("no power sensor was found", "pmtune needs the board's power");
  const bool capped = options_.rules.never_above_w.has_value();
  const model::Mode start = capped ? start_of(space, options_.rules) : model::to_mode(before_);
  tuner_.emplace(space, goal_of(options_), rules_of(options_), start);
  if (!capped) {
    current_ = start;
    in_force_ = before_;
  }
}

int TunedRun::run() {
  try {
    prepare();
    next_ = tuner_->decide(state());
    if (options_.rules.never_above_w && !pump_.stopped()) enter(*next_);
    window_start_s_ = now_s();
    if (!pump_.stopped()) job_.start(options_.out + "/steps.fifo", options_.as_root);
  } catch (...) {
    modes_.restore();
    throw;
  }
  if (pump_.stopped()) {
    modes_.restore();
    return signal_status(context_.signals.stop());
  }
  try {
    tune();
  } catch (const Error& error) {
    run_untuned(error.what());
  }
  return end_job();
}

// A stop signal is for the command, whose end ends the tuning.
void TunedRun::wait(std::int64_t length_ns) {
  pump_.wait(pump_.now_ns() + length_ns);
  job_.pass_signal();
  powerlog_.keep_alive();
}

bool TunedRun::await_first_step() {
  while (job_.running() && !job_.stepped() && job_.problem().empty()) wait(kLookNs);
  if (job_.stepped()) return true;
  if (!job_.problem().empty()) run_untuned(job_.problem());
  return false;
}

void TunedRun::tune() {
  if (!await_first_step()) return;
  while (job_.running()) {
    model::TuneDecision decision = *next_;
    if (!enter(decision)) continue;
    const End end = watch(decision);
    close_window(decision, end);
    window_start_s_ = window_end_s_;
    meter_.open();
    if (end == End::uncountable) return run_untuned(job_.problem());
    if (end == End::stalled) wait_for_steps(decision.mode);
    if (end == End::job_ended) return;
  }
  add_last_steps();
}

// Those of a command that ended between two windows.
void TunedRun::add_last_steps() {
  pump_.drain();
  window_end_s_ = now_s();
  model::TuneDecision decision = *next_;
  if (current_) decision.mode = *current_;
  if (meter_.steps() > 0) add_row(decision, "the command ended");
}

// False when the mode could not be set: it is not tried again.
bool TunedRun::enter(model::TuneDecision& decision) {
  if (current_ != decision.mode) {
    const std::string asked = to_string(model::to_power_mode(decision.mode));
    const auto set = modes_.set(asked, options_.out + "/pmode.log");
    if (set.status != 0) {
      context_.warn_once(asked, asked + ": not set: " + set.problem);
      tuner_->fail(decision.mode);
      current_.reset();
      next_ = tuner_->decide(state());
      return false;
    }
    current_ = decision.mode;
    in_force_ = set.mode;
  }
  verified_s_ = last_step_s_ = now_s();
  meter_.begin(verified_s_, powerlog_.facts().window_s);
  return true;
}

bool TunedRun::is_over(const model::TuneDecision& decision) const {
  const model::WindowReading reading = meter_.reading();
  if (!reading.knows_power()) return false;
  if (!reading.knows_time()) return tuner_->suffices(decision.mode, reading);
  const double length_s = window_end_s_ - verified_s_;
  if (decision.phase == model::TunePhase::hold)
    return length_s >= (decision.longest_s > 0 ? decision.longest_s : kHoldS);
  return tuner_->suffices(decision.mode, reading) ||
         length_s >= std::max(kLongestS, 5 * reading.minibatch_ms / 1e3) + powerlog_.facts().window_s;
}

TunedRun::End TunedRun::watch(const model::TuneDecision& decision) {
  for (;;) {
    wait(kLookNs);
    const bool ended = !job_.running();
    if (ended) pump_.drain();  // the last steps
    window_end_s_ = now_s();
    if (ended) return End::job_ended;
    if (!job_.problem().empty()) return End::uncountable;
    if (window_end_s_ - last_step_s_ > to_seconds(options_.stall_ns)) return End::stalled;
    if (is_over(decision)) return End::enough;
  }
}

// By another program, in spite of the lock.
bool TunedRun::was_changed() {
  return modes_.in_force() != in_force_;
}

void TunedRun::close_window(const model::TuneDecision& decision, End end) {
  const model::WindowReading reading = meter_.reading();
  if (end == End::job_ended) return add_row(decision, "the command ended");
  if (end == End::stalled) return add_row(decision, "no step ended for too long");
  if (end == End::uncountable) return add_row(decision, "its steps can no longer be counted");
  if (was_changed()) {
    context_.warn_once("mode", "another program changes the power mode: such windows are not used");
    current_.reset();
    return add_row(decision, "another program changed the mode in this window");
  }
  const bool changed = tuner_->add(decision.mode, reading);
  next_ = tuner_->decide(state());
  if (changed) next_->reason = "the job or the board has changed; " + next_->reason;
  add_row(decision, "");
}

// The energy of the latest windows is only known once there are readings of their end.
model::JobState TunedRun::state() const {
  model::JobAccount account = account_;
  if (row_) account.add(to_seconds(row_->end_ns - row_->start_ns), estimated_energy(*row_));
  const model::WindowReading reading = meter_.reading();
  const double length_s = window_end_s_ - window_start_s_;
  if (length_s > 0) account.add(length_s, reading.knows_power() ? reading.power_w * length_s : 0);
  return account.state(length_.left(), length_.is_known());
}

// `end`: why the job's reading does not count; empty = it does.
void TunedRun::add_row(const model::TuneDecision& decision, const std::string& end) {
  write_row();
  TuneRow row;
  row.start_ns = to_nanoseconds(window_start_s_);
  row.end_ns = to_nanoseconds(window_end_s_);
  row.end_time_ns = context_.clock.time_ns() - (pump_.now_ns() - row.end_ns);
  row.window = ++number_;
  row.phase = decision.phase;
  row.mode = model::to_power_mode(decision.mode);
  row.steps = std::llround(meter_.steps());
  row.set_reading(meter_.reading());
  if (end.empty()) {
    row.set_next(*next_);
  } else {
    row.decision = job_.running() ? to_string(next_->phase) : "end";
    row.reason = end;
  }
  row.source = context_.root.source();
  row_ = row;
}

// Its energy is known once there are readings of its end.
void TunedRun::write_row() {
  if (!row_) return;
  const double start_s = to_seconds(row_->start_ns), end_s = to_seconds(row_->end_ns);
  row_->energy_j = readings_.energy({{start_s, end_s}}, powerlog_.facts()).energy_j;
  account_.add(end_s - start_s, row_->energy_j.value_or(estimated_energy(*row_)));
  summary_.add(*row_);
  tune_rows().write(stream_->rows(), *row_);
  readings_.forget_until(end_s - 2 * powerlog_.facts().window_s - 1);
  row_.reset();
}

// In the board's own mode, which is safe, as long as the command stands still.
void TunedRun::wait_for_steps(const model::Mode& mode) {
  context_.warn(fmt::format("no step ended for {:.0f} s: the mode before the job is in force until the next one",
                            to_seconds(options_.stall_ns)));
  modes_.restore();
  current_.reset();
  const double steps = length_.done();
  while (job_.running() && length_.done() == steps) wait(kLookNs);
  if (next_->phase != model::TunePhase::hold) tuner_->fail(mode);
  if (job_.running()) next_ = tuner_->decide(state());
}

// The command goes on, in the board's own mode.
void TunedRun::run_untuned(const std::string& why) {
  context_.warn(why + "; the command runs on untuned, in the mode before it");
  modes_.restore();
  while (job_.running()) {
    pump_.wait(pump_.now_ns() + kLookNs);
    job_.pass_signal();
  }
}

// Nothing that fails here changes what became of the command.
void TunedRun::write_last_row() {
  try {
    const double covered_s = window_end_s_ + powerlog_.facts().window_s;
    pump_.wait_for([&] { return readings_.has_fresh(covered_s); }, pump_.now_ns() + kLastReadingNs);
    write_row();
  } catch (const Error& error) {
    context_.warn(error.what());
  }
  pump_.forget_all();
}

int TunedRun::end_job() {
  const int status = job_.finish();
  modes_.restore();
  write_last_row();
  if (!job_.stepped() && job_.problem().empty()) {
    context_.warn(job_.no_steps() + ": it ran untuned, in the mode before it");
  } else if (number_ > 0) {
    write_summary(context_, options_.summary, summary_.text(before_, rules_of(options_).limit));
  }
  return status;
}

}  // namespace wattline::pmtune
