// SPDX-License-Identifier: Apache-2.0
// The rows of a tuned run, and what they say of the job so far.
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "pmtune/tuned_run.hpp"

namespace wattline::pmtune {

namespace {

constexpr std::int64_t kLastReadingNs = 3'000'000'000;

double estimated_energy(const TuneRow& row) {
  return row.power_w.value_or(0) * to_seconds(row.end_ns - row.start_ns);
}

}  // namespace

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
  if (service_) service_->describe(row);
  notes_.add(row);
  row_ = row;
}

// Its energy is known once there are readings of its end.
void TunedRun::write_row() {
  if (!row_) return;
  const double start_s = to_seconds(row_->start_ns), end_s = to_seconds(row_->end_ns);
  row_->energy_j = readings_.energy({{start_s, end_s}}, powerlog_.facts()).energy_j;
  account_.add(end_s - start_s, row_->energy_j.value_or(estimated_energy(*row_)));
  summary_.add(*row_);
  if (service_) service_->summary().add(*row_);
  tune_rows().write(stream_->rows(), *row_);
  readings_.forget_until(end_s - 2 * powerlog_.facts().window_s - 1);
  row_.reset();
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

}  // namespace wattline::pmtune
