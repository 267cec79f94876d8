// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/loop.hpp"

namespace wattline::trainstep {

namespace {

void add(EpochRecord& epoch, const StepRecord& step) {
  ++epoch.steps;
  epoch.images += step.images;
  epoch.stall_ms += step.stall_ms;
  epoch.compute_ms += step.compute_ms;
  epoch.end_ns = step.end_ns;
  epoch.end_time_ns = step.end_time_ns;
  if (step.phase == Phase::counted) epoch.counted_ms.push_back(step.step_ms);
}

}  // namespace

// False when the epoch has no batch left.
bool Loop::train(StepRecord& step) {
  timer_.mark(Mark::start);
  const Batch* batch = loader_.next();
  if (batch == nullptr) return false;
  timer_.mark(Mark::fetched);
  engine_.load(*batch);
  timer_.mark(Mark::on_device);
  engine_.step();
  timer_.mark(Mark::computed);
  timer_.wait();
  step.end_ns = clock_.mono_ns();
  step.end_time_ns = clock_.time_ns();
  step.stall_ms = timer_.elapsed_ms(Mark::start, Mark::on_device);
  step.h2d_ms = timer_.elapsed_ms(Mark::fetched, Mark::on_device);
  step.compute_ms = timer_.elapsed_ms(Mark::on_device, Mark::computed);
  step.step_ms = static_cast<double>(step.end_ns - step.start_ns) * 1e-6;
  step.read_ms = batch->read_ms;
  step.prep_ms = batch->prep_ms;
  step.images = static_cast<std::int64_t>(batch->samples);
  step.loss = engine_.loss();
  return true;
}

EpochRecord Loop::run(std::int64_t epoch, const Order& order) {
  EpochRecord record;
  record.epoch = epoch;
  record.start_ns = record.end_ns = clock_.mono_ns();
  record.end_time_ns = clock_.time_ns();
  Phases phases(options_.stabilize_ns, options_.max_steps);
  loader_.start(order, static_cast<std::uint64_t>(epoch));
  bool wanted = true;
  while (wanted && !phases.done()) {
    StepRecord step;
    step.epoch = epoch;
    step.step = record.steps;
    step.start_ns = record.end_ns;
    if (!train(step)) break;
    step.phase = phases.take(step.start_ns, step.end_ns);
    add(record, step);
    wanted = on_step(step);
  }
  record.counted = phases.counted();
  record.complete = record.steps == static_cast<std::int64_t>(loader_.batches());
  return record;
}

}  // namespace wattline::trainstep
