// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/forecast.hpp"

#include <algorithm>

#include "base/statistics.hpp"

namespace wattline::trainstep {

namespace {

double read_ms_per_sample(const PipelineTimes& times, const DataSize& data, const Setting& setting) {
  const double missed = 1 - setting.hit_share;
  if (!setting.bandwidth_b_per_s) return missed * times.read_ms;
  return missed * 1e3 * data.bytes / data.samples / *setting.bandwidth_b_per_s;
}

// What a minibatch takes from the loader: each thread reads and prepares minibatches of its own, but the disk serves
// only some reads at a time, and the cores are shared.
double loading_ms(const Forecast& one, const Setting& setting) {
  const double alone_ms = one.read_ms + one.prep_ms;
  if (setting.workers == 0) return alone_ms;
  return std::max({alone_ms / static_cast<double>(setting.workers),
                   one.read_ms / static_cast<double>(setting.parallel_reads),
                   one.prep_ms / static_cast<double>(setting.cores)});
}

}  // namespace

ComputeTime fit_compute_time(const std::vector<std::pair<double, double>>& batch_and_ms) {
  Running batches, times;
  for (const auto& [batch, ms] : batch_and_ms) {
    batches.add(batch);
    times.add(ms);
  }
  const double mean_batch = batches.mean().value_or(1), mean_ms = times.mean().value_or(0);
  double spread = 0, common = 0;
  for (const auto& [batch, ms] : batch_and_ms) {
    spread += (batch - mean_batch) * (batch - mean_batch);
    common += (batch - mean_batch) * (ms - mean_ms);
  }
  if (spread == 0) return {0, mean_ms / mean_batch};
  return {mean_ms - common / spread * mean_batch, common / spread};
}

Forecast forecast(const PipelineTimes& times, const DataSize& data, const Setting& setting) {
  const double batch = static_cast<double>(setting.batch), minibatches = data.samples / batch;
  Forecast one;
  one.read_ms = batch * read_ms_per_sample(times, data, setting);
  one.prep_ms = batch * times.prep_ms;
  one.compute_ms = std::max(0.0, times.compute.fixed_ms + batch * times.compute.per_sample_ms);
  const double load_ms = loading_ms(one, setting);
  const bool overlaps = setting.workers > 0;
  one.step_ms = overlaps ? std::max(load_ms, one.compute_ms) : load_ms + one.compute_ms;
  // The first minibatch is waited for, and nothing is loaded while the last one is computed.
  const double ends_ms = overlaps ? one.read_ms + one.prep_ms + one.compute_ms - one.step_ms : 0;
  one.epoch_s = 1e-3 * (minibatches * one.step_ms + ends_ms);
  one.stall_s = one.epoch_s - 1e-3 * minibatches * one.compute_ms;
  const char* loader = one.read_ms > one.prep_ms ? "disk" : "pre-processing";
  one.bottleneck = load_ms > one.compute_ms ? loader : "compute";
  return one;
}

}  // namespace wattline::trainstep
