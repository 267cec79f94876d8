// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/timed_loop.hpp"

#include <algorithm>

namespace wattline::trainstep {

double TimedLoop::timed_ms(const std::function<void()>& hook) {
  if (!hook) return 0;
  const std::int64_t start_ns = clock_.mono_ns();
  hook();
  return static_cast<double>(clock_.mono_ns() - start_ns) * 1e-6;
}

// False when the epoch has no batch left, or a stop signal came.
bool TimedLoop::train(StepRecord& step) {
  timer_.mark(Mark::start);
  const Minibatch* batch = loader_.next();
  if (batch == nullptr) return false;
  timer_.mark(Mark::fetched);
  engine_.load(*batch);
  timer_.mark(Mark::on_device);
  const std::int64_t launching_ns = timer_.queues ? clock_.mono_ns() : 0;
  if (!engine_.train(stage_marks_)) return false;
  if (timer_.queues) step.launch_ms = static_cast<double>(clock_.mono_ns() - launching_ns) * 1e-6;
  timer_.mark(Mark::computed);
  timer_.wait();
  step.end_ns = clock_.mono_ns();
  step.end_time_ns = clock_.time_ns();
  step.stall_ms = timer_.elapsed_ms(Mark::start, Mark::on_device);
  step.h2d_ms = timer_.elapsed_ms(Mark::fetched, Mark::on_device);
  step.compute_ms = timer_.elapsed_ms(Mark::on_device, Mark::computed);
  if (options_.stages) {
    step.forward_ms = timer_.elapsed_ms(Mark::on_device, Mark::forward);
    step.backward_ms = timer_.elapsed_ms(Mark::forward, Mark::backward);
    step.optimizer_ms = timer_.elapsed_ms(Mark::backward, Mark::computed);
  }
  step.step_ms = static_cast<double>(step.end_ns - step.start_ns) * 1e-6;
  step.read_ms = batch->read_ms;
  step.prep_ms = batch->prep_ms;
  step.images = static_cast<std::int64_t>(batch->samples);
  step.tokens = batch->tokens();
  step.loss = engine_.loss();
  if (options_.validation && engine_.accuracy_pct) step.accuracy_pct = engine_.accuracy_pct();
  return true;
}

EpochRecord TimedLoop::run(std::int64_t epoch, const Order& order, const StepsDone& earlier) {
  EpochRecord record;
  record.epoch = epoch;
  record.start_ns = record.end_ns = clock_.mono_ns();
  record.end_time_ns = clock_.time_ns();
  const std::int64_t wanted =
      options_.max_steps > 0 ? std::max<std::int64_t>(options_.max_steps - earlier.counted, 1) : 0;
  PhaseTracker phases(options_.stabilize_ns, wanted);
  loader_.start(order, static_cast<std::uint64_t>(epoch), static_cast<std::size_t>(earlier.steps));
  double after_ms = 0;
  const bool counted_all = options_.max_steps > 0 && earlier.counted >= options_.max_steps;
  for (bool go_on = !counted_all; go_on && !phases.done();) {
    StepRecord step;
    step.epoch = epoch;
    step.step = earlier.steps + record.steps;
    step.start_ns = record.end_ns;
    step.hook_ms = after_ms + timed_ms(before_step);
    if (!train(step)) break;
    step.phase = phases.take(step.start_ns, step.end_ns);
    if (options_.validation) {
      step.phase = StepPhase::validation;
      step.step = -1;
    }
    record.add(step);
    after_ms = timed_ms(after_step);
    go_on = on_step(step);
    after_ms += timed_ms(after_row);
  }
  record.boundary_hook_ms += after_ms;
  record.complete = record.steps == static_cast<std::int64_t>(loader_.batches());
  return record;
}

}  // namespace wattline::trainstep
