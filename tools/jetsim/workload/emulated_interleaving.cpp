// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/emulated_interleaving.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "jetsim/workload/run_pace.hpp"
#include "jetsim/workload/training_memory.hpp"

namespace wattline::jetsim {

EmulatedInterleaving::EmulatedInterleaving(const InterleavingOptions& options, cli::Context& context,
                                           const BoardSpec& board)
    : options_(options),
      context_(context),
      training_(board, workloads_of(options.sharing.pair).first, options.noise),
      inference_(board, workloads_of(options.sharing.pair).second, options.noise),
      load_(context.root.directory().string()),
      rows_(context, options.rows, io::window_table().kind(),
            {{"workload", options.sharing.pair}, {"board", board.name}}),
      train_batch_(options.sharing.train_batch > 0 ? options.sharing.train_batch
                                                   : training_.surface().default_batch()) {
  require_memory(board, training_.surface(), train_batch_);
}

int EmulatedInterleaving::run() {
  // The governors see the load before the first window is timed.
  load_.set_mean(training_.surface().at(load_.state().clocks, train_batch_).mean());
  load_.send();
  warm_up();
  run_planned(
      context_, load_, next_ns_, [this](const BoardState& state) { return plan_window(state); },
      [this](const Window& window) {
        write(window);
        if (rows_.output().reader_gone()) gone_ = true;
      },
      [this] { return ended(); });
  const int stop = context_.signals.stop();
  return stop != 0 ? signal_status(stop) : to_int(ExitCode::ok);
}

// The first minibatches, which take many times as long as the others, come before the first request.
void EmulatedInterleaving::warm_up() {
  next_ns_ = context_.clock.mono_ns();
  const BoardState state = load_.state();
  if (hangs(state)) return wait_forever(context_);
  add(inference_.next(state, options_.sharing.infer_batch, Pass::inference));
  add(training_.next(state, train_batch_));
  load_.send();
  wait_until(context_, next_ns_);
  begin_ns_ = next_ns_;
}

bool EmulatedInterleaving::ended() const {
  const bool done = options_.max_steps > 0 && trained_ >= options_.max_steps;
  return done || gone_ || context_.signals.stop() != 0;
}

// Requests arrive with equal gaps, whether or not earlier ones have been answered.
std::int64_t EmulatedInterleaving::arrival_ns(std::int64_t request) const {
  return begin_ns_ + std::llround(1e9 * static_cast<double>(request + 1) / options_.sharing.rate);
}

EmulatedInterleaving::Window EmulatedInterleaving::plan_window(const BoardState& state) {
  const int batch = options_.sharing.infer_batch;
  const double period_ms = 1e3 * batch / options_.sharing.rate;
  const SharedWindow plan = shared_window(inference_.surface().at(state.clocks, batch, Pass::inference),
                                          training_.surface().at(state.clocks, train_batch_), period_ms);
  Window window;
  window.number = windows_++;
  window.due_ns = arrival_ns(windows_ * batch - 1);
  window.start_ns = std::max(next_ns_, window.due_ns);
  if (window.start_ns > next_ns_) load_.announce(window.start_ns, waiting_for_requests());
  next_ns_ = window.start_ns;
  add(inference_.next(state, batch, Pass::inference));
  window.answered_ns = next_ns_;
  window.fitting = plan.fits() ? plan.trained : 0;
  for (; window.trained < plan.trained; ++window.trained) add(training_.next(state, train_batch_));
  window.end_ns = next_ns_;
  window.train_ms = to_ms(window.end_ns - window.answered_ns);
  trained_ += window.trained;
  await_requests(plan);
  return window;
}

// The board is idle until the next requests are complete; nothing of it may depend on when the next window is planned.
void EmulatedInterleaving::await_requests(const SharedWindow& plan) {
  const std::int64_t due_ns = arrival_ns((windows_ + 1) * options_.sharing.infer_batch - 1);
  if (due_ns > next_ns_) load_.announce(due_ns, waiting_for_requests());
  next_ns_ = std::max(next_ns_, due_ns);
  load_.set_mean(plan.whole().mean());
}

void EmulatedInterleaving::add(const EmulatedMinibatch& minibatch) {
  load_.set_mean(minibatch.mean());
  next_ns_ = announce(load_, next_ns_, minibatch);
}

std::int64_t EmulatedInterleaving::late_requests(const Window& window) const {
  if (options_.latency_limit_ns == 0) return 0;
  const int batch = options_.sharing.infer_batch;
  std::int64_t late = 0;
  for (std::int64_t k = 0; k < batch; ++k) {
    late += window.answered_ns - arrival_ns(window.number * batch + k) > options_.latency_limit_ns ? 1 : 0;
  }
  return late;
}

void EmulatedInterleaving::write(const Window& window) {
  const int batch = options_.sharing.infer_batch;
  const double first_ms = to_ms(window.due_ns - arrival_ns(window.number * batch));
  io::WindowRow row;
  row.start_ns = window.start_ns;
  row.end_ns = window.end_ns;
  row.end_time_ns = wall_clock_ns(context_, window.end_ns);
  row.window = window.number;
  row.queue_ms = to_ms(window.start_ns - window.due_ns) + first_ms / 2;
  row.infer_ms = to_ms(window.answered_ns - window.start_ns);
  row.latency_ms = row.queue_ms + row.infer_ms;
  row.latency_max_ms = to_ms(window.answered_ns - window.due_ns) + first_ms;
  row.violations = late_requests(window);
  row.train_steps = window.trained;
  row.fitting_steps = window.fitting;
  row.train_ms = window.train_ms;
  row.hook_ms = NAN;  // no hook is run
  row.images = batch;
  const auto arrived = static_cast<std::int64_t>(to_seconds(window.start_ns - begin_ns_) * options_.sharing.rate);
  row.waiting = std::max<std::int64_t>(0, arrived - (window.number + 1) * batch);
  row.source = context_.root.source();
  io::window_table().write(rows_.rows(), row);
}

}  // namespace wattline::jetsim
