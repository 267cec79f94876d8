// SPDX-License-Identifier: Apache-2.0
// Reads the rows of one file of a run, one by one, and notes in the run's File what rows of every kind tell of it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mark_rows.hpp"
#include "io/power_columns.hpp"
#include "io/step_reader.hpp"
#include "io/tsv_reader.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

// By the names of the columns. Throws a data error for rows of no kind that belongs to a run.
Kind kind_of(const io::TsvReader& reader);

// A column that may be absent: its fields are then missing.
class OptionalColumn {
 public:
  OptionalColumn(const io::TsvReader& reader, const char* name) : reader_(&reader), index_(reader.find(name)) {}
  explicit operator bool() const { return index_.has_value(); }
  std::optional<double> number() const { return index_ ? reader_->number(*index_) : std::nullopt; }
  std::optional<std::int64_t> integer() const { return index_ ? reader_->integer(*index_) : std::nullopt; }
  std::string text() const;
  std::string_view raw() const { return index_ ? reader_->field(*index_) : std::string_view(); }

 private:
  const io::TsvReader* reader_;
  std::optional<std::size_t> index_;
};

class RowFile {
 public:
  // `index`: into the run's files. `mono`: the column of the time that goes with time_s.
  RowFile(io::TsvReader& reader, Run& run, std::size_t index, const char* mono);
  bool next() { return reader_->next(); }
  io::TsvReader& reader() const { return *reader_; }
  Place place() const { return {index_, reader_->line()}; }
  double mono_s() const;
  // The row is one of the run's, and its time on CLOCK_MONOTONIC is `start_s` to `end_s`. False if it goes back in
  // time.
  bool use(double start_s, double end_s);
  // Reads the place, and the start and end of an interval whose time_s is that of its end; false at the end of the
  // file.
  template <class Row>
  bool next_interval(std::size_t start, Row& row);

 private:
  void note_offset(double offset_s);
  io::TsvReader* reader_;
  Run* run_;
  std::size_t index_, mono_;
  OptionalColumn time_, source_;
  double latest_s_ = 0;  // start
  std::string last_source_;
};

// For each kind of row: next() reads the next one, and is false at the end. A row that goes back in time is left out of
// those that are added up in order (rule `order`).
class PowerRows {
 public:
  using Row = PowerReading;
  PowerRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& reading);

 private:
  RowFile file_;
  std::string rail_;
  io::PowerColumns columns_;
};

class LoadRows {
 public:
  using Row = LoadReading;
  LoadRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& tick);

 private:
  struct Value {
    std::optional<double> LoadReading::*value;
    OptionalColumn column;
  };
  RowFile file_;
  std::vector<Value> values_;
};

// Step rows, or marks of powerlog: an interval lasts from one to the next.
class StepRows {
 public:
  using Row = Step;
  StepRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& step);

 private:
  bool next_mark(Row& step);
  RowFile file_;
  std::optional<io::StepReader> steps_;  // else they are marks
  io::StepPhases phases_;                // of the intervals of marks
  io::MarkColumns marks_;
  OptionalColumn request_, window_, tokens_;
  std::optional<double> last_mark_s_;
};

class EpochRows {
 public:
  using Row = Epoch;
  EpochRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& epoch);

 private:
  RowFile file_;
  std::size_t start_;
  OptionalColumn number_, steps_, resident_;
};

// The windows of pmtune.
class TuneRows {
 public:
  using Row = TunedWindow;
  TuneRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& window);

 private:
  RowFile file_;
  std::size_t start_;
  OptionalColumn phase_, mode_;
};

class WatchRows {
 public:
  using Row = WatchEvent;
  WatchRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& event);

 private:
  RowFile file_;
  OptionalColumn knob_, object_, status_;
};

class ResidencyRows {
 public:
  using Row = Residency;
  ResidencyRows(io::TsvReader& reader, Run& run, std::size_t index);
  bool next(Row& residency);

 private:
  RowFile file_;
  OptionalColumn resident_;
};

}  // namespace wattline::wattcheck
