// SPDX-License-Identifier: Apache-2.0
#include "joules/intervals.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/step_phase.hpp"
#include "io/tsv_escape.hpp"

namespace wattline::joules {

namespace {
constexpr const char* kTokens = "tokens";
constexpr double kShortestPartS = 3e-6;  // rounding of the times leaves slivers

bool names(const std::vector<std::string>& columns, const char* name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}
}  // namespace

IntervalReader::IntervalReader(const std::string& path, const IntervalOptions& options)
    : reader_(io::TsvReader::printed(path)), machine_(reader_), options_(options), ready_(options.sums) {
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
  for (std::size_t i = 0; i < options_.by.size(); ++i) {
    const std::string& name = options_.by[i];
    if (!RowParts::splits_by(name, reader_)) {
      kept_.push_back(reader_.require(name));
      continue;
    }
    if (parts_) throw usage_error("--by stage,token: give one of them", "tokens are parts of the stages");
    parts_.emplace(name, reader_, *start_, *end_);
    part_column_ = i;
  }
  const bool rows = !options_.sums;
  for (std::size_t i = 0; rows && i < reader_.names().size(); ++i) {
    if (i != source_) kept_.push_back(i);
  }
  if (options_.per.empty()) return;
  per_ = reader_.require(options_.per);
  if (!wattline::joules::names(options_.by, "phase")) phase_ = reader_.find("phase");
}

// Of sums that are divided, so that warming up does not count.
bool IntervalReader::counted() const {
  return !phase_ || reader_.field(*phase_) == to_string(StepPhase::counted);
}

std::vector<std::string> IntervalReader::names() const {
  if (options_.sums) return options_.by;
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
  if (per_ && counted()) interval.amount = reader_.required_not_negative(*per_);
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
  if (parts_) parts_->check(reader_);
  if (options_.clock == JoinClock::time) {
    const double time = reader_.required_number(*time_);
    start += time - end;
    end = time;
  }
  const Interval row = make(start, end);
  check_order(row);
  if (!counted()) return push_uncounted(row);
  parts_ ? push_parts(row) : push(row);
}

// Left out of the sums; but what the others drew, readings tell only together with it.
void IntervalReader::push_uncounted(Interval row) {
  row.counted = false;
  row.fields.emplace_back(reader_.field(*phase_));
  push(std::move(row));
}

void IntervalReader::push_parts(const Interval& row) {
  std::vector<Interval> parts;
  const auto add_part = [&](const RowPart& part, double start_s, double end_s) {
    if (end_s - start_s < kShortestPartS) return;
    parts.push_back(row);
    parts.back().start_s = start_s;
    parts.back().end_s = end_s;
    if (part.tokens && options_.per == kTokens) parts.back().amount = *part.tokens;
    auto& fields = parts.back().fields;
    fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(part_column_), part.name);
  };
  double end_s = row.end_s;
  for (const RowPart& part : parts_->of_row(reader_)) {
    const double start_s = std::max(end_s - part.length_s, row.start_s);
    add_part(part, start_s, end_s);
    end_s = start_s;
  }
  add_part({"overhead", 0}, row.start_s, end_s);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) push(std::move(*part));
}

// The first and the last row are of the log itself where powerlog wrote them.
void IntervalReader::read_mark_row() {
  const double t = reader_.required_number(options_.clock == JoinClock::time ? *time_ : *start_);
  const io::MarkKind kind = marks_->kind(reader_);
  if (options_.marks_end) {
    if (last_mark_s_ && kind == io::MarkKind::mark) push_in_order(make(*last_mark_s_, t));
    last_mark_s_ = t;
    if (kind == io::MarkKind::log_ends) last_mark_s_.reset();
    return;
  }
  if (open_mark_ && kind != io::MarkKind::log_starts) {
    open_mark_->end_s = t + options_.shift_s;
    push_in_order(std::move(*open_mark_));
  }
  open_mark_.reset();
  if (kind != io::MarkKind::mark) return;
  open_mark_ = make(t, t);
  open_label_ = io::unescape_field(marks_->label(reader_));
}

void IntervalReader::push_in_order(Interval interval) {
  check_order(interval);
  push(std::move(interval));
}

void IntervalReader::push(Interval interval) {
  options_.sort ? ready_.push_unsorted(std::move(interval)) : ready_.push(std::move(interval));
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
  ready_.sort();
  last_start_s_ = std::numeric_limits<double>::infinity();
}

void IntervalReader::align_to(double first_start_s) {
  while (ready_.empty() && read_row()) {
  }
  if (ready_.empty()) return;
  const double shift = first_start_s - ready_.first_start_s();
  ready_.shift(shift);
  if (open_mark_) open_mark_->start_s += shift;
  last_start_s_ += shift;
  options_.shift_s += shift;
}

std::optional<Interval> IntervalReader::next() {
  for (;;) {
    if (auto interval = ready_.pop(last_start_s_)) return interval;
    if (!read_row()) return ready_.pop(std::numeric_limits<double>::infinity());
  }
}

}  // namespace wattline::joules
