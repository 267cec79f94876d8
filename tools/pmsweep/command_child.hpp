// SPDX-License-Identifier: Apache-2.0
// The command that is profiled, and its step rows as they come.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"
#include "base/steady_window.hpp"
#include "cli/progress_option.hpp"
#include "io/fd.hpp"
#include "io/step_reader.hpp"
#include "io/tsv_feed.hpp"
#include "measure/progress_output.hpp"
#include "measure/pump.hpp"
#include "measure/row_log.hpp"

namespace wattline::pmsweep {

class CommandChild : NotCopyable {
 public:
  CommandChild(measure::Pump& pump, bool as_root, bool reads_rows, const cli::ProgressOption& progress)
      : pump_(pump), as_root_(as_root), reads_rows_(reads_rows && !progress.given), progress_(progress) {}
  ~CommandChild();

  // Logs go to the folder: stderr.log, and stdout.log unless the rows are read from there. A progress bar is read from
  // both, and is drawn for a terminal.
  void start(const std::vector<std::string>& argv, const std::string& folder, const std::string& fifo);
  void stop();
  bool running() { return child_ && !child_->poll(); }
  bool stepped() const { return rows_ > 0; }  // since its start
  // It has printed nothing where step rows are expected.
  bool is_silent() const {
    return !progress_.given && rows_ == 0 && rows_problem_.empty() &&
           !(feed_ && (feed_->has_header() || feed_->torn()));
  }
  const std::vector<std::string>& argv() const { return argv_; }

  void on_step(std::function<void(const StepTiming&)> take) { take_ = std::move(take); }
  // Copies every row from now on to a file of its own, or writes one for each state of the bar.
  void log_to(const std::string& path);
  void end_log();
  // `source` of its rows; empty before the first.
  const std::string& source() const { return source_; }
  // When it was started last.
  double start_s() const { return start_s_; }
  // What is wrong with its rows, or with its end; empty = nothing.
  std::string problem() const;
  // No row was understood since the start: its output is not step rows at all.
  bool is_foreign() const { return !rows_problem_.empty() && rows_ == 0; }

 private:
  // Step rows, or the rows of a run that trains between inference minibatches (trainstep --interleave).
  struct Columns {
    io::StepReader steps;
    std::optional<io::RowReader<io::WindowRow>> windows;
    std::optional<std::size_t> source;
  };
  void open_bar(io::SpawnOptions& options, int stdout_fd, int stderr_fd);
  void take_bar(const StepTiming& steps);
  void open_rows(const std::string& fifo, io::SpawnOptions& options);
  void read_rows();
  void find_columns();
  void take_row();
  void add_window(StepTiming& step) const;
  void close();

  measure::Pump& pump_;
  bool as_root_, reads_rows_;
  const cli::ProgressOption& progress_;
  std::optional<measure::ProgressOutput> bar_;
  std::optional<io::Output> bar_log_;
  std::vector<std::string> argv_;
  std::optional<io::Child> child_;
  std::optional<int> status_;
  io::Fd rows_fd_, child_end_;
  std::optional<io::TsvFeed> feed_;
  std::optional<Columns> columns_;
  measure::RowLog log_;
  std::string source_, rows_problem_;
  long long rows_ = 0;
  double start_s_ = 0;
  std::function<void(const StepTiming&)> take_;
};

}  // namespace wattline::pmsweep
