// SPDX-License-Identifier: Apache-2.0
// The step rows of a command as they come.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/step_timing.hpp"
#include "io/step_reader.hpp"
#include "io/tsv_feed.hpp"
#include "measure/row_log.hpp"

namespace wattline::measure {

constexpr const char* kWhereStepRows =
    "step rows are read from the command's standard output, or from the file {steps} of its command line";

class StepFeed {
 public:
  using Take = std::function<void(const StepTiming&)>;

  // Begins a new stream of this name, of a command that starts now.
  void start(const std::string& name, std::function<double()> now_s);
  // Takes the rows that a read(2) gives, or that have been read; other lines are passed over. Throws a data error for a
  // malformed row, for a header that is not one of steps, and for a time before the command's start or to come.
  bool pump(int fd);
  void append(std::string_view text);
  // At the end of the stream: throws a data error if it had lines, but no header.
  void finish();
  // The lines that were no rows.
  const io::TextLines& text() const { return feed_->text(); }
  const std::string& name() const { return feed_->name(); }
  // Takes steps that come from elsewhere than a row, as from a progress bar.
  void add(const StepTiming& steps);

  void on_step(Take take) { take_ = std::move(take); }
  // Copies every row from now on to a file of its own.
  void log_to(const std::string& path) { log_.open(path); }
  void end_log() { log_.close(); }
  // `source` of its rows; empty before the first.
  const std::string& source() const { return source_; }
  long long rows() const { return rows_; }
  bool is_silent() const { return !(feed_ && feed_->has_line()); }

 private:
  // Step rows, the rows of a run that trains between inference minibatches (trainstep --interleave),
  // or rows of requests of a service.
  struct Columns {
    io::StepReader steps;
    std::optional<io::RowReader<io::WindowRow>> windows;
    std::optional<std::size_t> source;
    std::optional<std::size_t> arrival;  // of rows of requests
  };
  void take_rows();
  void find_columns();
  void take_row();
  void check_clock(double start_s, double end_s) const;
  void add_window(StepTiming& step) const;

  std::optional<io::TsvFeed> feed_;
  std::optional<Columns> columns_;
  RowLog log_;
  std::function<double()> now_s_;
  double from_s_ = 0;  // the command's start
  std::string source_;
  long long rows_ = 0;
  Take take_;
};

}  // namespace wattline::measure
