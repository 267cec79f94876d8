// SPDX-License-Identifier: Apache-2.0
// The timed loop: fetch, copy to the device, train; whatever is written is written between steps.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/run/phases.hpp"
#include "trainstep/run/timer.hpp"

namespace wattline::trainstep {

// What is done with a batch. Tests and --loader-only put other functions here than a Trainer's.
struct Engine {
  std::function<void(const Batch&)> load;  // to the device
  std::function<void()> step;              // queued or done when it returns
  std::function<double()> loss;            // of that step; not a number when there is none
};

struct StepRecord {
  std::int64_t start_ns = 0, end_ns = 0, end_time_ns = 0;  // the start is the end of the step before
  std::int64_t epoch = 0, step = 0;
  Phase phase = Phase::first;
  double stall_ms = 0, h2d_ms = 0, compute_ms = 0, step_ms = 0, read_ms = 0, prep_ms = 0;
  std::int64_t images = 0;
  double loss = 0;
};

struct EpochRecord {
  std::int64_t start_ns = 0, end_ns = 0, end_time_ns = 0;
  std::int64_t epoch = 0, steps = 0, counted = 0, images = 0;
  bool complete = false;
  double stall_ms = 0, compute_ms = 0;
  std::vector<double> counted_ms;  // step_ms of the counted steps
  double epoch_ms() const { return static_cast<double>(end_ns - start_ns) * 1e-6; }
  double overhead_ms() const { return epoch_ms() - stall_ms - compute_ms; }
};

struct LoopOptions {
  std::int64_t max_steps = 0;  // counted ones; 0 = the whole epoch
  std::int64_t stabilize_ns = 0;
};

class Loop {
 public:
  Loop(Loader& loader, Engine engine, Timer timer, Clock& clock, const LoopOptions& options)
      : loader_(loader), engine_(std::move(engine)), timer_(std::move(timer)), clock_(clock), options_(options) {}

  // Called after each step, outside the timed stages; false ends the run.
  std::function<bool(const StepRecord&)> on_step;

  // One epoch over `order`.
  EpochRecord run(std::int64_t epoch, const Order& order);

 private:
  bool train(StepRecord& step);
  Loader& loader_;
  Engine engine_;
  Timer timer_;
  Clock& clock_;
  LoopOptions options_;
};

}  // namespace wattline::trainstep
