// SPDX-License-Identifier: Apache-2.0
// Reads the progress bar of a command while the command's output passes through unchanged.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"
#include "base/progress_counter.hpp"
#include "io/passed_output.hpp"
#include "measure/pump.hpp"

namespace wattline::measure {

class ProgressOutput : NotCopyable {
 public:
  // `expression`: that of a ProgressCounter. Throws its usage error.
  ProgressOutput(Pump& pump, const std::string& expression) : pump_(pump), counter_(expression) {}
  ~ProgressOutput();

  // The steps since the bar moved before.
  using Take = std::function<void(const StepTiming&)>;
  void on_steps(Take take) { take_ = std::move(take); }

  // As those of PassedOutput; what is left of a command before is passed on first.
  using Terminal = io::PassedOutput::Terminal;
  void open(io::SpawnOptions& options, int stdout_fd, int stderr_fd, Terminal terminal);
  void spawned(const io::Child& child);
  // Once the command has ended: passes on what is left. A process that it left behind is not waited for.
  void finish();

  const ProgressCounter& counter() const { return counter_; }
  const std::string& problem() const { return output_.problem(); }

 private:
  void forget_all();
  void count(int stream, std::string_view bytes);
  void hand_over();

  Pump& pump_;
  ProgressCounter counter_;
  Take take_;
  io::PassedOutput output_;
  std::vector<StepTiming> steps_;  // counted, not yet taken: a `take` that throws must not stop bytes on their way
};

}  // namespace wattline::measure
