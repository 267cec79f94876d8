// SPDX-License-Identifier: Apache-2.0
#include "joules/intervals.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "io/tsv_escape.hpp"

namespace wattline::joules {

namespace {
constexpr const char* kStage = "stage";
constexpr double kShortestStageS = 1e-6;  // rounding of the times leaves slivers
}  // namespace

IntervalReader::IntervalReader(const std::string& path, const IntervalOptions& options)
    : reader_(path), machine_(reader_), options_(options) {
  find_columns();
  if (options_.sort) read_all_sorted();
}

void IntervalReader::find_columns() {
  source_ = reader_.find("source");
  time_ = reader_.find("time_s");
  if (io::MarkColumns::in(reader_)) marks_.emplace(reader_);
  if (options_.marks_end && !marks_) {
    throw usage_error("--marks-end: " + reader_.name() + " has intervals, not marks", "leave it out");
  }
  start_ = reader_.require(marks_ ? "mono_s" : "start_mono_s");
  end_ = reader_.require(marks_ ? "mono_s" : "end_mono_s");
  if (options_.clock == JoinClock::time) reader_.require("time_s");
  for (const std::string& name : options_.by) {
    if (name == kStage && !reader_.find(kStage)) {
      by_stage_ = true;
      stall_ = reader_.require("stall_ms");
      compute_ = reader_.require("compute_ms");
      if (const auto step_ms = reader_.find("step_ms")) step_time_.emplace(*start_, *end_, *step_ms);
      h2d_ = reader_.find("h2d_ms");
      forward_ = reader_.find("forward_ms");
      backward_ = reader_.find("backward_ms");
      optimizer_ = reader_.find("optimizer_ms");
    } else {
      kept_.push_back(reader_.require(name));
    }
  }
  for (std::size_t i = 0; options_.by.empty() && i < reader_.names().size(); ++i) {
    if (i != source_) kept_.push_back(i);
  }
}

std::vector<std::string> IntervalReader::names() const {
  if (!options_.by.empty()) return options_.by;
  std::vector<std::string> names;
  for (const std::size_t i : kept_) names.push_back(reader_.names()[i]);
  return names;
}

Interval IntervalReader::make(double start_s, double end_s) const {
  Interval interval;
  interval.start_s = start_s + options_.shift_s;
  interval.end_s = end_s + options_.shift_s;
  if (time_) {
    const auto time = reader_.number(*time_);
    if (time) interval.offset_s = *time - reader_.required_number(*end_);
  }
  for (const std::size_t i : kept_) interval.fields.emplace_back(reader_.field(i));
  if (source_) interval.source = std::string(reader_.field(*source_));
  interval.machine = machine_.of_row(reader_);
  return interval;
}

void IntervalReader::read_interval_row() {
  double start = reader_.required_number(*start_);
  double end = reader_.required_number(*end_);
  if (end < start) {
    throw data_error(reader_.name() + ": line " + std::to_string(reader_.line()) + ": ends before it starts");
  }
  if (step_time_) step_time_->ms(reader_);
  if (options_.clock == JoinClock::time) {
    const double time = reader_.required_number(*time_);
    start += time - end;
    end = time;
  }
  const Interval row = make(start, end);
  check_order(row);
  by_stage_ ? push_stages(row) : ready_.push_back(row);
}

// In order, from the end of the row back to its stall. What is before is overhead since the previous step.
std::vector<IntervalReader::Stage> IntervalReader::stages_of_row() const {
  const auto seconds = [this](std::size_t column) { return reader_.required_not_negative(column) * 1e-3; };
  const double stall_s = seconds(*stall_);
  const bool measured = h2d_ && forward_ && backward_ && optimizer_ && reader_.number(*forward_);
  if (!measured) return {{"compute", seconds(*compute_)}, {"stall", stall_s}};
  const double copy_s = std::min(seconds(*h2d_), stall_s);
  return {{"optimizer", seconds(*optimizer_)},
          {"backward", seconds(*backward_)},
          {"forward", seconds(*forward_)},
          {"copy", copy_s},
          {"stall", stall_s - copy_s}};
}

void IntervalReader::push_stages(const Interval& row) {
  const auto column = std::find(options_.by.begin(), options_.by.end(), kStage) - options_.by.begin();
  std::vector<Interval> stages;
  const auto push = [&](const char* name, double start_s, double end_s) {
    if (end_s - start_s < kShortestStageS) return;
    stages.push_back(row);
    stages.back().start_s = start_s;
    stages.back().end_s = end_s;
    stages.back().fields.insert(stages.back().fields.begin() + column, name);
  };
  double end_s = row.end_s;
  for (const Stage& stage : stages_of_row()) {
    const double start_s = std::max(end_s - stage.length_s, row.start_s);
    push(stage.name, start_s, end_s);
    end_s = start_s;
  }
  push("overhead", row.start_s, end_s);
  ready_.insert(ready_.end(), stages.rbegin(), stages.rend());
}

// The first and the last row are of the log itself where powerlog wrote them.
void IntervalReader::read_mark_row() {
  const double t = reader_.required_number(options_.clock == JoinClock::time ? *time_ : *start_);
  const io::MarkKind kind = marks_->kind(reader_);
  if (options_.marks_end) {
    if (last_mark_s_ && kind == io::MarkKind::mark) push_mark(make(*last_mark_s_, t));
    last_mark_s_ = t;
    if (kind == io::MarkKind::log_ends) last_mark_s_.reset();
    return;
  }
  if (open_mark_ && kind != io::MarkKind::log_starts) {
    open_mark_->end_s = t + options_.shift_s;
    push_mark(std::move(*open_mark_));
  }
  open_mark_.reset();
  if (kind != io::MarkKind::mark) return;
  open_mark_ = make(t, t);
  open_label_ = io::unescape_field(marks_->label(reader_));
}

void IntervalReader::push_mark(Interval interval) {
  check_order(interval);
  ready_.push_back(std::move(interval));
}

bool IntervalReader::read_row() {
  if (!reader_.next()) return false;
  marks_ ? read_mark_row() : read_interval_row();
  return true;
}

void IntervalReader::check_order(const Interval& interval) {
  if (!options_.sort && interval.start_s < last_start_s_) {
    throw data_error(reader_.name() + ": line " + std::to_string(reader_.line()) + ": starts before the row above it",
                     "--sort reads all rows and sorts them");
  }
  last_start_s_ = interval.start_s;
}

void IntervalReader::read_all_sorted() {
  while (read_row()) {
  }
  std::stable_sort(ready_.begin(), ready_.end(),
                   [](const Interval& a, const Interval& b) { return a.start_s < b.start_s; });
}

void IntervalReader::align_to(double first_start_s) {
  while (ready_.empty() && read_row()) {
  }
  if (ready_.empty()) return;
  const double shift = first_start_s - ready_.front().start_s;
  for (Interval& interval : ready_) {
    interval.start_s += shift;
    interval.end_s += shift;
  }
  if (open_mark_) open_mark_->start_s += shift;
  last_start_s_ += shift;
  options_.shift_s += shift;
}

std::optional<Interval> IntervalReader::next() {
  while (ready_.empty()) {
    if (!read_row()) return std::nullopt;
  }
  Interval interval = std::move(ready_.front());
  ready_.pop_front();
  return interval;
}

}  // namespace wattline::joules
