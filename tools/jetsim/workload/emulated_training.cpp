// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/emulated_training.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "base/units.hpp"
#include "jetsim/workload/run_pace.hpp"
#include "jetsim/workload/training_memory.hpp"

namespace wattline::jetsim {

EmulatedTraining::EmulatedTraining(const TrainingOptions& options, cli::Context& context, const BoardSpec& board)
    : options_(options),
      context_(context),
      board_(board),
      surface_(board, options.workload, options.noise),
      load_(context.root.directory().string()),
      epochs_(context, options.epochs_out, io::epoch_rows()),
      size_(options.batch > 0 ? options.batch : surface_.surface().default_batch(), options.context),
      samples_(options.loading.samples > 0 ? options.loading.samples : surface_.surface().samples()),
      steps_per_epoch_((samples_ + size_.batch - 1) / size_.batch) {
  if (options.bar && options.rows.output.empty()) return;
  steps_.emplace(context, options.rows, io::step_rows(),
                 io::Meta{{"workload", options.workload}, {"board", board.name}});
}

// Each epoch reads the samples in another order, after the first one in part from the page cache.
Loading EmulatedTraining::loading_of(int epoch) const {
  Loading loading;
  if (options_.loading.workers >= 0) loading.workers = options_.loading.workers;
  const double bytes = surface_.surface().sample_bytes();
  if (!options_.loading.medium || bytes == 0) return loading;
  const std::int64_t memory_b = options_.loading.memory_b > 0 ? options_.loading.memory_b
                                                              : board_.page_cache_b(surface_.surface().memory_b(size_));
  const double hits = epoch == 0 ? 0 : hit_rate(static_cast<double>(memory_b) / (bytes * samples_));
  loading.reading = read_time(*options_.loading.medium, (1 - hits) * size_.batch, bytes);
  return loading;
}

int EmulatedTraining::run() {
  require_memory(board_, surface_.surface(), size_);
  // The governors see the load before the first step is timed.
  load_.set_mean(surface_.surface().at(load_.state().clocks, size_, Pass::training, loading_of(0)).mean());
  load_.send();
  next_ns_ = context_.clock.mono_ns();
  for (int epoch = 0; epoch < options_.epochs && !ended(); ++epoch) run_epoch(epoch);
  const int stop = context_.signals.stop();
  return stop != 0 ? signal_status(stop) : to_int(ExitCode::ok);
}

bool EmulatedTraining::epoch_done(const Epoch& epoch) const {
  return epoch.steps >= steps_per_epoch_ || (options_.max_steps > 0 && epoch.counted >= options_.max_steps);
}

bool EmulatedTraining::ended() const {
  return gone_ || context_.signals.stop() != 0;
}

void EmulatedTraining::run_epoch(int number) {
  Epoch epoch;
  epoch.start_ns = next_ns_;
  if (options_.bar) begin_bar(number);
  while (!epoch_done(epoch) && !ended()) {
    plan_group(epoch, number);
    for (const Step& step : group_) {
      if (!wait_until(context_, step.end_ns)) break;
      report_step(step);
    }
  }
  end_bar();
  write_epoch(epoch, number);
}

// Empty where it is the time that decides how many steps there are.
std::optional<int> EmulatedTraining::steps_of_epoch() const {
  if (options_.max_steps == 0) return steps_per_epoch_;
  if (options_.stabilize_ns > 0) return std::nullopt;
  return std::min(steps_per_epoch_, options_.max_steps + 1);  // the first one is not counted
}

void EmulatedTraining::begin_bar(int number) {
  const bool several = options_.epochs > 1;
  const std::string epoch = "Epoch " + std::to_string(number + 1) + "/" + std::to_string(options_.epochs) + ": ";
  bar_.emplace(several ? epoch : "", steps_of_epoch(), context_.clock.mono_ns());
  std::cerr << bar_->begin() << std::flush;
}

void EmulatedTraining::report_step(const Step& step) {
  if (bar_) std::cerr << bar_->step(step.end_ns) << std::flush;
  if (!steps_) return;
  write_step(step);
  if (steps_->output().reader_gone()) gone_ = true;
}

void EmulatedTraining::end_bar() {
  if (bar_) std::cerr << bar_->end(context_.clock.mono_ns()) << std::flush;
  bar_.reset();
}

void EmulatedTraining::plan_group(Epoch& epoch, int number) {
  group_.clear();
  const std::int64_t until = context_.clock.mono_ns() + planning_span_ns(context_);
  next_ns_ = next_start_ns(context_, next_ns_);
  const BoardState state = load_.state();
  if (hangs(state)) return wait_forever(context_);
  load_.set_mean(surface_.surface().at(state.clocks, size_, Pass::training, loading_of(number)).mean());
  do {
    group_.push_back(plan_step(epoch, number, state));
    announce(load_, group_.back().start_ns, group_.back().shape);
  } while (!epoch_done(epoch) && next_ns_ < until);
  load_.send();
}

EmulatedTraining::Step EmulatedTraining::plan_step(Epoch& epoch, int number, const BoardState& state) {
  Step step;
  step.shape = surface_.next(state, size_, Pass::training, loading_of(number));
  step.start_ns = next_ns_;
  step.end_ns = next_ns_ + std::llround(step.shape.step_ms() * kNsPerMs);
  step.epoch = number;
  step.number = epoch.steps++;
  step.phase = phase_of(epoch, step.start_ns);
  if (epoch.steps == 1) epoch.stable_ns = step.end_ns + options_.stabilize_ns;
  if (step.phase == StepPhase::counted) {
    ++epoch.counted;
    epoch.counted_ms.push_back(step.shape.step_ms());
  }
  epoch.stall_ms += step.shape.stall_ms;
  epoch.compute_ms += step.shape.compute_ms;
  next_ns_ = step.end_ns;
  return step;
}

// The clock of the stabilising phase starts after the first minibatch, which takes many times as long as the others.
StepPhase EmulatedTraining::phase_of(const Epoch& epoch, std::int64_t start_ns) const {
  if (epoch.steps == 1) return StepPhase::first;
  return start_ns < epoch.stable_ns ? StepPhase::stabilizing : StepPhase::counted;
}

void EmulatedTraining::write_step(const Step& step) {
  io::StepRow row;
  row.start_ns = step.start_ns;
  row.end_ns = step.end_ns;
  row.end_time_ns = wall_clock_ns(context_, step.end_ns);
  row.epoch = step.epoch;
  row.step = step.number;
  row.phase = step.phase;
  row.stall_ms = step.shape.stall_ms;
  row.h2d_ms = step.shape.h2d_ms;
  row.compute_ms = step.shape.compute_ms;
  row.step_ms = step.shape.step_ms();
  row.read_ms = step.shape.read_ms;
  row.prep_ms = step.shape.prep_ms;
  if (options_.stages) {
    row.forward_ms = step.shape.forward_ms();
    row.backward_ms = step.shape.backward_ms();
    row.optimizer_ms = step.shape.optimizer_ms();
  }
  row.hook_ms = NAN;  // no line is set
  row.images = size_.batch;
  row.tokens = surface_.surface().tokens(size_);
  row.source = context_.root.source();
  io::step_table().write(steps_->rows(), row);
}

void EmulatedTraining::write_epoch(const Epoch& epoch, int number) {
  if (!epochs_) return;
  const std::int64_t end_ns = std::max(group_.empty() ? next_ns_ : group_.back().end_ns, epoch.start_ns);
  io::EpochRow row;
  row.start_ns = epoch.start_ns;
  row.end_ns = end_ns;
  row.end_time_ns = wall_clock_ns(context_, end_ns);
  row.epoch = number;
  row.complete = epoch.steps >= steps_per_epoch_;
  row.steps = epoch.steps;
  row.counted = epoch.counted;
  row.stall_ms = epoch.stall_ms;
  row.compute_ms = epoch.compute_ms;
  row.epoch_s = to_seconds(end_ns - epoch.start_ns);
  row.overhead_ms = row.epoch_s * 1000 - epoch.stall_ms - epoch.compute_ms;
  row.stall_pct = row.epoch_s > 0 ? epoch.stall_ms / row.epoch_s / 10 : NAN;
  row.median_step_ms = median(epoch.counted_ms).value_or(NAN);
  row.p95_step_ms = quantile(epoch.counted_ms, 0.95).value_or(NAN);
  row.p99_step_ms = quantile(epoch.counted_ms, 0.99).value_or(NAN);
  row.images = std::int64_t{epoch.steps} * size_.batch;
  row.images_per_s = row.epoch_s > 0 ? static_cast<double>(row.images) / row.epoch_s : 0;
  row.device = "cuda";
  row.source = context_.root.source();
  io::epoch_table().write(epochs_.rows(), row);
}

}  // namespace wattline::jetsim
