// SPDX-License-Identifier: Apache-2.0
// The command that is profiled, and its step rows as they come.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"
#include "cli/progress_option.hpp"
#include "io/fd.hpp"
#include "io/output.hpp"
#include "measure/progress_output.hpp"
#include "measure/pump.hpp"
#include "measure/step_feed.hpp"

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
  // Once no more rows come: reports a stream without step rows as the command's problem.
  void end_rows();
  // The lines between its rows, and what messages call the stream.
  const io::TextLines& text() const { return feed_.text(); }
  const std::string& stream_name() const { return feed_.name(); }
  bool stepped() const { return feed_.rows() > 0; }  // since its start
  // It has printed nothing where step rows are expected.
  bool is_silent() const { return !progress_.given && feed_.rows() == 0 && rows_problem_.empty() && feed_.is_silent(); }
  const std::vector<std::string>& argv() const { return argv_; }

  void on_step(std::function<void(const StepTiming&)> take) { feed_.on_step(std::move(take)); }
  // Copies every row from now on to a file of its own, or writes one for each state of the bar.
  void log_to(const std::string& path);
  void end_log();
  // `source` of its rows; empty before the first.
  const std::string& source() const { return feed_.source(); }
  // When it was started last.
  double start_s() const { return start_s_; }
  // What is wrong with its rows, or with its end; empty = nothing.
  std::string problem() const;
  // No row was understood since the start: its output is not step rows at all.
  bool is_foreign() const { return !rows_problem_.empty() && feed_.rows() == 0; }
  // What to do about its rows; may be empty.
  const std::string& hint() const { return rows_hint_; }

 private:
  void open_bar(io::SpawnOptions& options, int stdout_fd, int stderr_fd);
  void take_bar(const StepTiming& steps);
  void open_rows(const std::string& fifo, io::SpawnOptions& options);
  void read_rows();
  void take(const std::function<void()>& read);
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
  measure::StepFeed feed_;
  std::string rows_problem_, rows_hint_;
  double start_s_ = 0;
};

}  // namespace wattline::pmsweep
