// SPDX-License-Identifier: Apache-2.0
// jetsim step: an emulated training run on a mounted board; prints the same rows as trainstep.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "cli/tool.hpp"
#include "jetsim/control_client.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/step_noise.hpp"
#include "jetsim/surface.hpp"

namespace wattline::jetsim {

class TrainingRun {
 public:
  TrainingRun(const Options& options, cli::Context& context, const BoardSpec& board);
  // All epochs; the exit status.
  int run();

 private:
  struct Step {
    std::int64_t start_ns = 0, end_ns = 0;
    int epoch = 0, number = 0;
    const char* phase = "";
    Minibatch shape;
  };
  struct Epoch {
    std::int64_t start_ns = 0, stable_ns = 0;
    int steps = 0, counted = 0;
    double stall_ms = 0, compute_ms = 0;
    std::vector<double> counted_ms;
  };
  void run_epoch(int number);
  bool ended() const;  // a stop signal came, or nobody reads
  bool epoch_done(const Epoch& epoch) const;
  void plan_group(Epoch& epoch, int number);
  Step plan_step(Epoch& epoch, int number, const BoardState& state);
  const char* phase_of(const Epoch& epoch, std::int64_t start_ns) const;
  void announce(const Step& step);
  bool hangs(const BoardState& state) const;
  bool wait_until(std::int64_t deadline_ns);
  void write_step(const Step& step);
  void write_epoch(const Epoch& epoch, int number);

  const Options& options_;
  cli::Context& context_;
  const BoardSpec& board_;
  Surface surface_;
  LoadClient load_;
  StepNoise noise_;
  cli::RowStream steps_;
  std::optional<io::Output> epochs_file_;
  std::optional<io::TsvWriter> epochs_;
  int batch_, steps_per_epoch_;
  std::int64_t next_ns_ = 0;  // when the next step starts
  Clocks last_;
  bool first_of_run_ = true;
  bool gone_ = false;  // nobody reads the rows any more
  std::vector<Step> group_;
};

}  // namespace wattline::jetsim
