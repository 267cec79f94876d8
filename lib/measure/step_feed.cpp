// SPDX-License-Identifier: Apache-2.0
#include "measure/step_feed.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::measure {

namespace {

constexpr double kClockMarginS = 0.05;  // of rounded times

}  // namespace

void StepFeed::start(const std::string& name, std::function<double()> now_s) {
  now_s_ = std::move(now_s);
  from_s_ = now_s_();
  feed_.emplace(name);
  feed_->pass_text(true);
  columns_.reset();
  rows_ = 0;
}

bool StepFeed::pump(int fd) {
  const bool more = feed_->pump(fd);
  take_rows();
  return more;
}

void StepFeed::append(std::string_view text) {
  feed_->append(text);
  take_rows();
}

void StepFeed::finish() {
  if (!feed_) return;
  feed_->end_header();
  if (feed_->has_header()) find_columns();
}

void StepFeed::add(const StepTiming& steps) {
  ++rows_;
  if (take_) take_(steps);
}

void StepFeed::take_rows() {
  while (feed_->next()) take_row();
  if (feed_->has_header()) find_columns();
}

void StepFeed::find_columns() {
  if (columns_) return;
  const auto has = [this](const char* name) { return feed_->find(name).has_value(); };
  const auto source = feed_->find("source");
  if (has("infer_ms") && has("train_ms") && has("train_steps")) {
    columns_ = Columns{{*feed_, {}},
                       io::RowReader<io::WindowRow>(io::window_table(), *feed_, {"train_steps"},
                                                    {"train_ms", "infer_ms", "latency_max_ms", "queue_ms", "images"}),
                       source,
                       {}};
  } else if (has("arrival_mono_s") && !has("step_ms")) {
    columns_ = Columns{{*feed_, {}}, {}, source, feed_->find("arrival_mono_s")};
  } else {
    columns_ =
        Columns{{*feed_, {"step_ms"}, {"epoch", "stall_ms", "compute_ms"}}, {}, source, feed_->find("arrival_mono_s")};
  }
}

// A window's minibatches count as one of their mean time.
void StepFeed::add_window(StepTiming& step) const {
  io::WindowRow window;
  window.infer_ms = window.latency_max_ms = window.queue_ms = NAN;
  columns_->windows->read(*feed_, window);
  if (window.train_steps > 0) step.ms = window.train_ms / static_cast<double>(window.train_steps);
  step.infer_ms = window.infer_ms;
  step.latency_ms = window.latency_max_ms;
  step.arrival_s = step.start_s - window.queue_ms / 1e3;
  if (window.images > 1) step.requests = static_cast<double>(window.images);
}

// Rows of another clock would never fall into a window.
void StepFeed::check_clock(double start_s, double end_s) const {
  const double early_s = from_s_ - start_s, late_s = end_s - now_s_();
  if (early_s <= kClockMarginS && late_s <= kClockMarginS) return;
  const std::string what = early_s > kClockMarginS ? fmt::format("starts {:.1f} s before the command", early_s)
                                                   : fmt::format("ends {:.1f} s from now", late_s);
  throw data_error(fmt::format("{}: line {}: {}: its times are not those of the board's clock", feed_->name(),
                               feed_->line_number(), what),
                   "use CLOCK_MONOTONIC (time.monotonic() in Python); a program of your own runs in real time, so its "
                   "emulated board must not be mounted with a time scale");
}

void StepFeed::take_row() {
  find_columns();
  log_.add(*feed_);
  if (columns_->source) source_ = std::string(feed_->field(*columns_->source));
  const io::StepRow row = columns_->steps.read(*feed_);
  check_clock(to_seconds(row.start_ns), to_seconds(row.end_ns));
  StepTiming step{to_seconds(row.start_ns), to_seconds(row.end_ns), row.step_ms, row.phase == StepPhase::counted};
  step.stall_ms = row.stall_ms;
  step.compute_ms = row.compute_ms;
  step.epoch = row.epoch;
  if (columns_->windows) add_window(step);
  if (columns_->arrival) step.arrival_s = feed_->number(*columns_->arrival).value_or(NAN);
  add(step);
}

}  // namespace wattline::measure
