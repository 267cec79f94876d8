// SPDX-License-Identifier: Apache-2.0
// Board power as a function of the mode: a static share, clock trees, and an energy per minibatch times the rate of
// minibatches. Where the measured time leaves out the loading of the data, the device waits for a slow loader, and
// draws less power than that time lets expect.
#pragma once
#include <cmath>

#include "model/dual.hpp"
#include "model/features.hpp"
#include "model/time_model.hpp"

namespace wattline::model {

// All parameters are natural logarithms or logits; their order is that of power_parameter_names().
constexpr int kPowerParameters = 16;
constexpr int kLoading = 14;  // index of the parameter `loading`

// How busy a mode keeps the device, from the time model.
struct Utilization {
  double rate = 1;      // minibatches per second over those of the largest mode and batch size
  double gpu_busy = 1;  // share of time that the GPU computes, <= 1
  double traffic = 1;   // memory traffic per unit of work over that of the largest batch size
};

template <class S>
struct PowerTerms {
  S base;                                              // W whatever the clocks
  S gpu_clock, cpu_clock, one_core, memory;            // W of clocked but idle units at the largest clocks
  S gpu_curve, gpu_exponent, cpu_curve, cpu_exponent;  // voltage squared over clock
  S memory_exponent;
  S gpu_work, cpu_work, memory_work;  // W of work at the rate of the largest mode
  S gpu_gated;                        // share of the GPU clock's power that stays when it idles
  S loading;                          // log of the loader's time over the minibatch's, both at the largest clocks
  S work_fixed;                       // share of the energy of the largest batch that every batch needs

  template <class Theta>
  explicit PowerTerms(const Theta& th);
};

template <class S>
template <class Theta>
PowerTerms<S>::PowerTerms(const Theta& th) {
  using std::exp;
  std::size_t i = 0;
  for (S* term : {&base, &gpu_clock, &gpu_curve, &cpu_clock, &cpu_curve, &memory, &one_core, &gpu_work, &cpu_work,
                  &memory_work, &gpu_exponent, &memory_exponent, &cpu_exponent}) {
    *term = exp(th[i++]);
  }
  gpu_gated = 1.0 / (1.0 + exp(-th[i]));
  loading = th[kLoading];
  work_fixed = 1.0 / (1.0 + exp(-th[kLoading + 1]));
}

// Voltage squared relative to the largest clock.
template <class S>
S voltage_squared(const S& curve, const S& exponent, double log_clock) {
  using std::exp;
  return (1.0 + curve * exp(S(exponent * log_clock))) / (1.0 + curve);
}

// Share of time in which a minibatch is worked on; the rest is spent waiting for the loader.
template <class S>
S working_share(const PowerTerms<S>& w, const Features& x, double rate) {
  using std::exp;
  constexpr double kSharpness = 4, kFewCores = 0.74;  // few cores load more slowly
  const S loader_excess = w.loading + (std::log(rate) + x.log_batch - x.log_cpu + kFewCores / x.cores);
  return exp(log_sum(S(kSharpness * loader_excess), S(0)) * (-1 / kSharpness));
}

template <class S>
S log_power(const PowerTerms<S>& w, const Features& x, const Utilization& activity) {
  using std::exp;
  using std::log;
  const S gpu_v2 = voltage_squared(w.gpu_curve, w.gpu_exponent, x.log_gpu);
  const S cpu_v2 = voltage_squared(w.cpu_curve, w.cpu_exponent, x.log_cpu);
  const S working = working_share(w, x, activity.rate);
  S rate = working * activity.rate;
  if (x.batch < 1) rate = rate * batch_work(w.work_fixed, x);
  const S gpu_on = w.gpu_gated + (1.0 - w.gpu_gated) * working * activity.gpu_busy;
  const S clocks = w.gpu_clock * x.gpu * gpu_v2 * gpu_on + (w.cpu_clock * x.cores_share + w.one_core) * x.cpu * cpu_v2 +
                   w.memory * exp(S(w.memory_exponent * x.log_emc));
  const S work = w.gpu_work * gpu_v2 + w.cpu_work * cpu_v2 + w.memory_work * activity.traffic;
  return log(S(w.base + clocks + work * rate));
}

}  // namespace wattline::model
