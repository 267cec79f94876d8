// SPDX-License-Identifier: Apache-2.0
// An emulated training run on a mounted board: the rows of trainstep, timed by the surface of a workload.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "cli/side_file.hpp"
#include "io/training_rows.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/workload/noisy_surface.hpp"
#include "jetsim/workload/tqdm_bar.hpp"

namespace wattline::jetsim {

struct LoadingOptions {
  int workers = -1;                     // -1 = the workload's own
  std::optional<MediumProfile> medium;  // without it the data is in memory
  std::int64_t memory_b = 0;            // most that the page cache may hold; 0 = what the board's memory leaves it
  int samples = 0;                      // of the data set; 0 = the workload's own
};

struct TrainingOptions {
  std::string workload;
  int batch = 0;                  // samples per minibatch; 0 = the workload's own
  int context = 0;                // of a language model: tokens of each; 0 = the workload's own
  int epochs = 1, max_steps = 0;  // max_steps ends an epoch after so many counted minibatches; 0 = all of the data set
  std::int64_t stabilize_ns = 0;
  bool stages = false;
  NoiseOptions noise;
  LoadingOptions loading;
  bool bar = false;        // a progress bar on standard error; rows only where a file for them is named
  std::string epochs_out;  // file of the epoch rows; empty = none
  cli::RowOptions rows;
};

class EmulatedTraining {
 public:
  EmulatedTraining(const TrainingOptions& options, cli::Context& context, const BoardSpec& board);
  // All epochs; the exit status.
  int run();

 private:
  struct Step {
    std::int64_t start_ns = 0, end_ns = 0;
    int epoch = 0, number = 0;
    StepPhase phase = StepPhase::first;
    EmulatedMinibatch shape;
  };
  struct Epoch {
    std::int64_t start_ns = 0, stable_ns = 0;
    int steps = 0, counted = 0;
    double stall_ms = 0, compute_ms = 0;
    std::vector<double> counted_ms;
  };
  void run_epoch(int number);
  Loading loading_of(int epoch) const;
  bool ended() const;  // a stop signal came, or nobody reads
  bool epoch_done(const Epoch& epoch) const;
  void plan_group(Epoch& epoch, int number);
  Step plan_step(Epoch& epoch, int number, const BoardState& state);
  StepPhase phase_of(const Epoch& epoch, std::int64_t start_ns) const;
  std::optional<int> steps_of_epoch() const;
  void begin_bar(int number);
  void report_step(const Step& step);
  void end_bar();
  void write_step(const Step& step);
  void write_epoch(const Epoch& epoch, int number);

  const TrainingOptions& options_;
  cli::Context& context_;
  const BoardSpec& board_;
  NoisySurface surface_;
  LoadClient load_;
  std::optional<cli::RowStream> steps_;
  std::optional<TqdmBar> bar_;
  cli::SideFile epochs_;
  MinibatchSize size_;
  int samples_, steps_per_epoch_;
  std::int64_t next_ns_ = 0;  // when the next step starts
  bool gone_ = false;         // nobody reads the rows any more
  std::vector<Step> group_;
};

}  // namespace wattline::jetsim
