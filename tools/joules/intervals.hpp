// SPDX-License-Identifier: Apache-2.0
// Reads interval rows: the stretches of time whose energy joules computes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/machine_tags.hpp"
#include "io/mark_rows.hpp"
#include "io/tsv_reader.hpp"
#include "joules/interval_queue.hpp"
#include "joules/options.hpp"
#include "joules/row_parts.hpp"

namespace wattline::joules {

struct IntervalOptions {
  JoinClock clock = JoinClock::mono;
  bool sort = false;
  std::vector<std::string> by;
  double shift_s = 0;      // added to all times
  bool marks_end = false;  // a mark ends its interval, and does not begin it
  std::string per;         // column to add up, of the rows that are counted
  bool sums = false;       // they are summed: of a row's fields, those of `by` are enough
};

// Rows with start_mono_s and end_mono_s; or marks (mono_s and label), where each mark begins an interval that ends at
// the next, or ends one that began at the mark before. The rows of powerlog's log itself bound the first and the last.
class IntervalReader {
 public:
  IntervalReader(const std::string& path, const IntervalOptions& options);

  // Names of the fields that the intervals carry.
  std::vector<std::string> names() const;
  // Starts come in order, else it is a data error (unless sorted here).
  std::optional<Interval> next();
  // Shifts all intervals so that the first one starts at this instant.
  void align_to(double first_start_s);
  bool torn() const { return reader_.torn(); }
  const io::TextLines& text() const { return reader_.text(); }
  // Which intervals overlapped, of sums.
  const IntervalQueue& queue() const { return ready_; }
  // At the end: the label of a last mark whose interval has no end.
  std::optional<std::string> mark_without_end() const { return open_mark_ ? std::optional(open_label_) : std::nullopt; }

 private:
  void find_columns();
  bool read_row();
  void read_interval_row();
  void read_mark_row();
  void push_in_order(Interval interval);
  void push(Interval interval);
  bool counted() const;
  void push_parts(const Interval& row);
  void push_uncounted(Interval row);
  Interval make(double start_s, double end_s) const;
  void check_order(const Interval& interval);
  void read_all_sorted();
  io::TsvReader reader_;
  io::MachineTags machine_;
  IntervalOptions options_;
  std::optional<io::MarkColumns> marks_;  // else they are intervals
  std::optional<RowParts> parts_;         // of rows that are split
  std::size_t part_column_ = 0;           // of --by, which the rows lack
  std::optional<std::size_t> start_, end_, time_, source_;
  std::optional<std::size_t> per_, phase_;  // what is added up; where uncounted rows are left out
  std::vector<std::size_t> kept_;           // columns that are kept
  IntervalQueue ready_;
  std::optional<Interval> open_mark_;  // what the last mark began
  std::string open_label_;
  std::optional<double> last_mark_s_;  // where marks end intervals
  double last_start_s_ = -1e300;
};

}  // namespace wattline::joules
