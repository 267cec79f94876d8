// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/noisy_surface.hpp"

namespace wattline::jetsim {

namespace {

struct Factors {
  double time, power;
};
// Of a mode that was not applied, or that something else disturbed. The slow one waits, and so draws less power.
Factors factors_of(Outlier outlier) {
  if (outlier == Outlier::fast) return {0.45, 1.25};
  if (outlier == Outlier::slow) return {2.5, 0.75};
  return {1, 1};
}

void scale(EmulatedMinibatch& minibatch, double factor) {
  for (double* ms : {&minibatch.stall_ms, &minibatch.h2d_ms, &minibatch.compute_ms, &minibatch.overhead_ms,
                     &minibatch.serial_ms, &minibatch.read_ms, &minibatch.prep_ms}) {
    *ms *= factor;
  }
  for (MinibatchSegment& segment : minibatch.segments) segment.ms *= factor;
}

// A workload that has a part of the GPU's time computes for longer, and does less in each moment.
void share_gpu(EmulatedMinibatch& minibatch, double slowdown) {
  constexpr std::size_t kFirstOfComputation = 2;
  const Activity idle;
  for (std::size_t i = kFirstOfComputation; i < minibatch.segments.size(); ++i) {
    MinibatchSegment& segment = minibatch.segments[i];
    minibatch.compute_ms += (slowdown - 1) * segment.ms;
    segment.ms *= slowdown;
    const auto part = [slowdown](double busy, double at_rest) { return at_rest + (busy - at_rest) / slowdown; };
    segment.activity.cpu = part(segment.activity.cpu, idle.cpu);
    segment.activity.gpu = part(segment.activity.gpu, idle.gpu);
    segment.activity.gpu_work = part(segment.activity.gpu_work, idle.gpu_work);
    segment.activity.mem = part(segment.activity.mem, idle.mem);
    segment.activity.gpu_need = part(segment.activity.gpu_need, idle.gpu_need);
  }
}

}  // namespace

NoisySurface::NoisySurface(const BoardSpec& board, const std::string& workload, const NoiseOptions& options)
    : surface_(board, workload),
      noise_(options.seed),
      first_factor_(options.first_factor > 0 ? options.first_factor : surface_.first_factor()) {}

EmulatedMinibatch NoisySurface::next(const BoardState& state, const MinibatchSize& size, Pass pass,
                                     const Loading& loading) {
  if (last_ != state.clocks) noise_.new_run();
  last_ = state.clocks;
  EmulatedMinibatch minibatch = surface_.at(state.clocks, size, pass, loading);
  const Factors outlier = factors_of(state.outlier);
  double factor = noise_.time_factor(state.celsius) * outlier.time;
  if (first_of_run_) factor *= first_factor_;
  first_of_run_ = false;
  scale(minibatch, factor);
  for (MinibatchSegment& segment : minibatch.segments) {
    segment.activity.gpu_work *= noise_.power_factor() * outlier.power;
  }
  share_gpu(minibatch, state.gpu_slowdown);
  return minibatch;
}

}  // namespace wattline::jetsim
