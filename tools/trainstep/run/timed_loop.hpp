// SPDX-License-Identifier: Apache-2.0
// The timed loop of an epoch: fetch, copy to the device, train. Rows are written between steps.
#pragma once
#include <cstdint>
#include <functional>
#include <utility>

#include "base/clock.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/run/engine.hpp"
#include "trainstep/run/phase_tracker.hpp"
#include "trainstep/run/record.hpp"
#include "trainstep/run/timer.hpp"

namespace wattline::trainstep {

struct LoopOptions {
  std::int64_t max_steps = 0;  // counted ones; 0 = the whole epoch
  std::int64_t stabilize_ns = 0;
  bool stages = false;      // times of forward, backward and the optimizer
  bool validation = false;  // the engine validates: its steps have that phase, an accuracy and no number
};

class TimedLoop {
 public:
  TimedLoop(Loader& loader, Engine engine, Timer timer, Clock& clock, const LoopOptions& options)
      : loader_(loader), engine_(std::move(engine)), timer_(std::move(timer)), clock_(clock), options_(options) {
    if (options_.stages)
      stage_marks_ = {[this] { timer_.mark(Mark::forward); }, [this] { timer_.mark(Mark::backward); }};
  }

  // Called after each step, outside the timed stages; false ends the run.
  std::function<bool(const StepRecord&)> on_step;
  // Called after that; may be empty. Its time is hook_ms, too.
  std::function<void()> after_row;
  // Called right before and right after the timed stages; may be empty. Their time is hook_ms.
  std::function<void()> before_step, after_step;

  // One epoch over `order`, from where an earlier run left it.
  EpochRecord run(std::int64_t epoch, const Order& order, const StepsDone& earlier = {});

 private:
  bool train(StepRecord& step);
  double timed_ms(const std::function<void()>& hook);
  Loader& loader_;
  Engine engine_;
  Timer timer_;
  Clock& clock_;
  LoopOptions options_;
  StageMarks stage_marks_;
};

}  // namespace wattline::trainstep
