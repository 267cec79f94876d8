// SPDX-License-Identifier: Apache-2.0
// Minibatch time as a function of the mode: overlapping GPU and CPU work, each limited by its clock, by memory and by
// cores.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "model/dual.hpp"
#include "model/features.hpp"
#include "model/slot_cache.hpp"

namespace wattline::model {

// All parameters are natural logarithms or logits; their order is that of time_parameter_names().
constexpr int kTimeParameters = 21;
constexpr int kCrowdThreads = 18, kCrowdSystem = 19, kMostStarved = 20;  // indices of these parameters

// What of the formula depends on the parameters alone. Times are logs of milliseconds at the largest clocks.
template <class S>
struct TimeTerms {
  S gpu, gpu_memory, gpu_rest;     // GPU: compute, memory traffic, part that does not overlap with memory
  S sharpness;                     // of the soft maximum of compute and memory, >= 1
  S serial, parallel, cpu_memory;  // CPU: one thread, loader workers, memory traffic
  S starvation;                    // exponent of the loader's slow-down when cores are few
  S overlap, overlap_loss;         // of CPU and GPU work; how much of it few cores lose
  S constant, host;                // per minibatch: fixed, and serial host time that nothing hides
  S background;                    // share of one core that other processes take
  S loader_memory;                 // part of the loader's work bound by memory
  S gpu_fixed, serial_fixed;       // share of the work of the largest batch that every batch needs
  S memory_growth;                 // exponent: how the GPU's memory traffic per unit of work grows with the batch size
  S crowding;                      // exponent of the host's slow-down when others want its core
  S crowd_threads,
      crowd_system;  // cores that others want: whatever the clock; at the largest clock, more at lower ones
  S most_starved;    // slow-down that the loader does not exceed: it gets its share of the last core

  template <class Theta>
  explicit TimeTerms(const Theta& th);
};

constexpr double kMaxBackground = 0.08;  // of one core at the largest clock

template <class S>
template <class Theta>
TimeTerms<S>::TimeTerms(const Theta& th) {
  using std::exp;
  gpu = th[0];
  gpu_memory = gpu + th[1];
  gpu_rest = gpu + th[2];
  sharpness = 1.0 + exp(th[3]);
  serial = gpu + th[4];
  parallel = serial + th[5];
  starvation = exp(th[6]);
  cpu_memory = gpu_memory + th[7];
  overlap = th[8];
  constant = gpu + th[9];
  host = serial + th[10];
  background = kMaxBackground / (1.0 + exp(-th[11]));
  overlap_loss = th[12];
  loader_memory = th[13];
  gpu_fixed = 1.0 / (1.0 + exp(-th[14]));
  serial_fixed = 1.0 / (1.0 + exp(-th[15]));
  memory_growth = th[16];
  crowding = exp(th[17]);
  crowd_threads = exp(th[kCrowdThreads]);
  crowd_system = exp(th[kCrowdSystem]);
  most_starved = th[kMostStarved];
}

// Logs of the minibatch time and of its GPU and CPU sides.
template <class S>
struct LogTime {
  S total, gpu, cpu;
};

template <class S>
S soft_max(const S& a, const S& b, const S& sharpness) {
  return log_sum(S(sharpness * a), S(sharpness * b)) / sharpness;
}

// Work over that of the largest batch size: affine in the batch size.
template <class S>
S batch_work(const S& fixed, const Features& x) {
  return fixed + (1.0 - fixed) * x.batch;
}

template <class S>
S log_gpu_time(const TimeTerms<S>& w, const Features& x) {
  using std::log;
  // Caches hold less of a larger batch; fewer loads of the weights per sample work the other way.
  const S traffic = w.gpu_memory + w.memory_growth * x.log_batch;
  const S bound = soft_max(S(w.gpu - x.log_gpu), S(traffic - x.log_emc), w.sharpness);
  return log_sum(bound, S(w.gpu_rest - x.log_gpu)) + log(batch_work(w.gpu_fixed, x));
}

// By how much the thread that starts the GPU's work is slowed down where others want its core: threads of the program,
// and the system, which a low clock keeps busy.
template <class S>
S log_crowd(const TimeTerms<S>& w, const Features& x) {
  using std::log;
  const S wanted = w.crowd_threads + w.crowd_system * (1 / x.cpu);
  return log_sum(S(0), S(w.crowding * (log(wanted) - std::log(x.cores))));
}

// Of two cores at the largest clock, beside other processes. Smooth where those take half of it or more.
template <class S>
S log_capacity(const TimeTerms<S>& w, const Features& x) {
  using std::log;
  const double all = x.cpu * x.cores / 2;
  if (all >= 2 * value_of(w.background)) return log(S(all - w.background));
  return 2 * std::log(all / 2) - log(w.background);
}

// By how much the loader is slowed down where cores are few, beyond what the clock does.
template <class S>
S log_starved(const TimeTerms<S>& w, const Features& x) {
  constexpr double kSharpness = 3;  // of the soft minimum
  const S unlimited = w.starvation * (x.log_cpu - log_capacity(w, x));
  return log_sum(S(unlimited * -kSharpness), S(w.most_starved * -kSharpness)) * (-1 / kSharpness);
}

// One thread starts the GPU's work, much of it the same for every batch. Loading is work per sample.
template <class S>
S log_cpu_time(const TimeTerms<S>& w, const Features& x) {
  using std::log;
  const S loader = log_sum(S(w.parallel - x.log_cpu), S(w.loader_memory + w.parallel - x.log_emc));
  const S starved = loader + log_starved(w, x);
  const S serial = w.serial - x.log_cpu + log_crowd(w, x) + log(batch_work(w.serial_fixed, x));
  return log_sum(serial, S(log_sum(starved, S(w.cpu_memory - x.log_emc)) + x.log_batch));
}

// Of the two sides' times.
template <class S>
LogTime<S> log_time(const TimeTerms<S>& w, const Features& x, const S& gpu, const S& cpu) {
  using std::exp;
  const double few_cores = 4 / (x.cores * x.cores);
  const S overlap = 1.0 + exp(S(w.overlap - w.overlap_loss * few_cores));
  const S work = log_sum(soft_max(gpu, cpu, overlap), w.constant);
  return {log_sum(work, S(w.host - x.log_cpu + log_crowd(w, x))), gpu, cpu};
}

template <class S>
LogTime<S> log_time(const TimeTerms<S>& w, const Features& x) {
  return log_time(w, x, log_gpu_time(w, x), log_cpu_time(w, x));
}

// The two sides' times of many modes: neighbours on a lattice share most of them.
template <class S>
class Sides {
 public:
  // Keeps a reference to the terms.
  Sides(const TimeTerms<S>& terms, std::size_t modes) : terms_(terms), gpu_(modes), cpu_(modes) {}
  const S& gpu(const Features& x) {
    return gpu_.get({x.log_gpu, x.log_emc, x.log_batch, 0}, [&] { return log_gpu_time(terms_, x); });
  }
  const S& cpu(const Features& x) {
    return cpu_.get({x.cores, x.cpu, x.log_emc, x.log_batch}, [&] { return log_cpu_time(terms_, x); });
  }

 private:
  const TimeTerms<S>& terms_;
  SlotCache<std::array<double, 4>, S> gpu_, cpu_;
};

}  // namespace wattline::model
