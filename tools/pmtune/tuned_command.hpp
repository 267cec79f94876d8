// SPDX-License-Identifier: Apache-2.0
// The command that does the work. It is started once; what it prints is passed on as it comes.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/context.hpp"
#include "cli/progress_option.hpp"
#include "io/child.hpp"
#include "io/fd.hpp"
#include "measure/progress_output.hpp"
#include "measure/pump.hpp"
#include "measure/step_feed.hpp"

namespace wattline::pmtune {

// Where the steps of a job come from: `on_step` is called as each of them ends, or as a progress bar moves.
class TunedCommand {
 public:
  TunedCommand(cli::Context& context, measure::Pump& pump, const cli::ProgressOption& progress)
      : context_(context), pump_(pump), progress_(progress) {}
  ~TunedCommand();

  void on_step(std::function<void(const StepTiming&)> take);
  // Steps are those of a bar if so asked. Else step rows come from the FIFO where the command names it as {steps}, else
  // from its standard output.
  void start(const std::string& fifo, bool as_root);
  bool running() { return child_ && !child_->poll(); }
  // Hands on a stop signal that only this process got.
  void pass_signal();
  // Once no more steps come: reports output without step rows as a problem.
  void end_rows();
  // Reads what is left, once it has ended. Returns its status.
  int finish();
  // Why its steps cannot be counted; empty = they can.
  const std::string& problem() const { return problem_; }
  // What to do about it.
  std::string advice() const;
  const std::string& source() const { return feed_.source(); }
  bool stepped() const { return feed_.rows() > 0; }
  // By the total of the bar.
  std::optional<double> steps_left() const { return bar_ ? bar_->counter().steps_left() : std::nullopt; }
  // Why no step was ever seen.
  std::string no_steps() const;

 private:
  void open_output(io::SpawnOptions& spawn, const std::string& fifo);
  void open_bar(io::SpawnOptions& spawn);
  void watch_output();
  void read_output();
  void take(const std::function<void()>& read);
  void read_fifo();
  cli::Context& context_;
  measure::Pump& pump_;
  const cli::ProgressOption& progress_;
  std::optional<measure::ProgressOutput> bar_;
  std::optional<io::Child> child_;
  io::Fd output_, child_end_, fifo_;
  measure::StepFeed feed_;
  std::string problem_, hint_;
};

}  // namespace wattline::pmtune
