// SPDX-License-Identifier: Apache-2.0
// An emulated run that trains between inference minibatches: the rows of `trainstep --interleave`, timed by the
// surfaces of two workloads.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "io/training_rows.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/workload/shared_gpu.hpp"

namespace wattline::jetsim {

struct InterleavingOptions {
  SharingOptions sharing;
  std::int64_t latency_limit_ns = 0;  // of a request; 0 = none
  int max_steps = 0;                  // training minibatches; 0 = no limit
  NoiseOptions noise;
  cli::RowOptions rows;
};

class EmulatedInterleaving {
 public:
  EmulatedInterleaving(const InterleavingOptions& options, cli::Context& context, const BoardSpec& board);
  // Until the limit of steps, a stop signal, or the end of the reader; the exit status.
  int run();

 private:
  struct Window {
    std::int64_t due_ns = 0, start_ns = 0, answered_ns = 0, end_ns = 0;
    std::int64_t number = 0, trained = 0, fitting = 0;
    double train_ms = 0;
  };
  void warm_up();
  bool ended() const;
  Window plan_window(const BoardState& state);
  void await_requests(const SharedWindow& plan);
  void add(const EmulatedMinibatch& minibatch);
  std::int64_t arrival_ns(std::int64_t request) const;
  void write(const Window& window);
  std::int64_t late_requests(const Window& window) const;

  const InterleavingOptions& options_;
  cli::Context& context_;
  NoisySurface training_, inference_;
  LoadClient load_;
  cli::RowStream rows_;
  int train_batch_;
  std::int64_t begin_ns_ = 0, next_ns_ = 0;  // of the run; when the GPU is free
  std::int64_t windows_ = 0, trained_ = 0;
  bool gone_ = false;  // nobody reads the rows any more
};

}  // namespace wattline::jetsim
