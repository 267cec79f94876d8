// SPDX-License-Identifier: Apache-2.0
#include "pmtune/tuned_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/shows_progress.hpp"
#include "measure/board_modes.hpp"
#include "measure/folder.hpp"
#include "model/profile_import.hpp"
#include "pmtune/earlier_run.hpp"

namespace wattline::pmtune {

namespace {

constexpr std::int64_t kLookNs = 100'000'000;  // between looks at a window

model::Space space_of(cli::Context& context, const Options& options) {
  if (options.modes.empty())
    return model::Space(model::modes_of(measure::board_modes(context, "name a list of modes with --modes FILE")));
  return model::Space(model::modes_of(cli::read_table(context, options.modes, io::ProfileNeeds::mode, options.table)));
}

}  // namespace

TunedRun::TunedRun(const Options& options, cli::Context& context)
    : options_(options),
      context_(context),
      pump_(context),
      modes_(context, pump_, "job"),
      board_(context),
      powerlog_(context, pump_, options.out, options.rail, options.interval_ns),
      job_(context, pump_, options.progress),
      length_(options.steps, options.epochs),
      account_(rules_of(options).limit),
      notes_(cli::shows_progress(context)) {
  job_.on_step([this](const StepTiming& row) {
    const StepTiming step = service_ ? service_->take(row) : row;
    length_.add(step);
    length_.set_left(job_.steps_left());
    meter_.step(step);
    last_step_s_ = now_s();
  });
  powerlog_.on_reading([this](double mono_s, double watts, bool stale) {
    readings_.add(mono_s, watts, stale);
    meter_.power(mono_s, watts, stale);
    if (service_) service_->power(mono_s, watts, stale);
  });
}

// Everything that can be refused is tried before the command starts.
void TunedRun::prepare() {
  const std::vector<model::ModeReading> earlier = earlier_readings(context_, options_);
  measure::make_folder_and_parents(options_.out);
  modes_.hold();
  const model::Space space = space_of(context_, options_);
  before_ = modes_.current();
  summary_.set_predefined(modes_.predefined());
  modes_.save(options_.out + "/before.state");
  cli::RowOptions rows = options_.rows;
  if (rows.output.empty()) rows.output = options_.out + "/windows.tsv";
  stream_ = std::make_unique<cli::RowStream>(context_, rows, tune_rows().kind());
  powerlog_.start("choose another with --rail NAME");
  if (!powerlog_.metered()) throw unavailable("no power sensor was found", "pmtune needs the board's power");
  const bool capped = options_.rules.never_above_w.has_value();
  const model::Mode start = capped ? start_of(space, options_.rules) : model::to_mode(before_);
  if (options_.service.latency) {
    service_.emplace(space, options_);
    decider_ = decider_of(*service_, [this] { return window_end_s_; });
  } else {
    tuner_.emplace(space, goal_of(options_), rules_of(options_), start);
    tuner_->expect(earlier);
    decider_ = decider_of(
        *tuner_, [this] { return state(); }, powerlog_.facts().window_s);
  }
  if (!capped) {
    current_ = start;
    in_force_ = before_;
  }
}

int TunedRun::run() {
  try {
    prepare();
    next_ = decider_.decide();
    if ((options_.rules.never_above_w || !options_.resume.empty()) && !pump_.stopped()) enter(*next_);
    window_start_s_ = now_s();
    if (service_) service_->open(window_start_s_);
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
  const double late_s = now_s() + to_seconds(options_.stall_ns);
  bool noted = false;
  while (job_.running() && !job_.stepped() && job_.problem().empty()) {
    wait(kLookNs);
    if (noted || now_s() < late_s) continue;
    context_.note(fmt::format("no step has ended in {:.0f} s: the mode before the job stays until one does ({})",
                              to_seconds(options_.stall_ns), job_.advice()));
    noted = true;
  }
  if (!job_.running()) pump_.drain();  // the steps of a command that ended before they were read
  if (job_.stepped()) return true;
  job_.end_rows();
  if (!job_.problem().empty()) run_untuned(job_.problem() + " (" + job_.advice() + ")");
  return false;
}

void TunedRun::tune() {
  if (!await_first_step()) return;
  while (job_.running()) {
    model::TuneDecision decision = *next_;
    if (!enter(decision)) {
      wait(kLookNs);  // signals reach the command, and its steps are read, also while no mode can be set
      continue;
    }
    const End end = watch(decision);
    close_window(decision, end);
    window_start_s_ = window_end_s_;
    meter_.open();
    if (service_) service_->open(window_start_s_);
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
      decider_.fail(decision.mode);
      current_.reset();
      next_ = decider_.decide();
      return false;
    }
    current_ = decision.mode;
    in_force_ = set.mode;
  }
  verified_s_ = last_step_s_ = now_s();
  meter_.begin(verified_s_, powerlog_.facts().window_s);
  if (service_) service_->begin(decision.mode, verified_s_, powerlog_.facts().window_s);
  return true;
}

model::WindowReading TunedRun::reading() const {
  model::WindowReading reading = meter_.reading();
  reading.length_s = window_end_s_ - verified_s_;
  return reading;
}

TunedRun::End TunedRun::watch(const model::TuneDecision& decision) {
  for (;;) {
    wait(kLookNs);
    const bool ended = !job_.running();
    if (ended) pump_.drain();  // the last steps
    window_end_s_ = now_s();
    if (ended) return End::job_ended;
    if (!job_.problem().empty()) return End::uncountable;
    if (!service_ && window_end_s_ - last_step_s_ > to_seconds(options_.stall_ns)) return End::stalled;
    if (decider_.is_over(decision, reading())) return End::enough;
  }
}

// By another program, in spite of the lock.
bool TunedRun::was_changed() {
  return modes_.in_force() != in_force_;
}

void TunedRun::close_window(const model::TuneDecision& decision, End end) {
  const model::WindowReading reading = this->reading();
  if (end == End::job_ended) return add_row(decision, "the command ended");
  if (end == End::stalled) return add_row(decision, "no step ended for too long");
  if (end == End::uncountable) return add_row(decision, "its steps can no longer be counted");
  if (was_changed()) {
    context_.warn_once("mode", "another program changes the power mode: such windows are not used");
    current_.reset();
    return add_row(decision, "another program changed the mode in this window");
  }
  const bool changed = decider_.add(decision.mode, reading);
  next_ = decider_.decide();
  if (changed) next_->reason = "the job or the board has changed; " + next_->reason;
  add_row(decision, "");
}

// In the board's own mode, which is safe, as long as the command stands still.
void TunedRun::wait_for_steps(const model::Mode& mode) {
  context_.warn(fmt::format("no step ended for {:.0f} s: the mode before the job is in force until the next one",
                            to_seconds(options_.stall_ns)));
  modes_.restore();
  current_.reset();
  const double steps = length_.done();
  while (job_.running() && length_.done() == steps) wait(kLookNs);
  if (next_->phase != model::TunePhase::hold) decider_.fail(mode);
  if (job_.running()) next_ = decider_.decide();
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

int TunedRun::end_job() {
  const int status = job_.finish();
  modes_.restore();
  write_last_row();
  board_.note_times();
  if (!job_.stepped() && job_.problem().empty()) {
    context_.warn(job_.no_steps() + ": it ran untuned, in the mode before it (" + job_.advice() + ")");
  } else if (number_ > 0) {
    write_summary(context_, options_.summary,
                  service_ ? service_->summary().text() : summary_.text(before_, rules_of(options_).limit));
    if (service_ && !service_->summary().problem().empty()) context_.warn(service_->summary().problem());
  }
  if (const std::string missed = summary_.missed(rules_of(options_).limit); !missed.empty()) context_.warn(missed);
  return status;
}

}  // namespace wattline::pmtune
