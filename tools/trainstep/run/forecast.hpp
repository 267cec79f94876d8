// SPDX-License-Identifier: Apache-2.0
// How long an epoch would take with other loader threads, another disk, more memory or another batch, from the times of
// two short runs (the idea of DS-Analyzer: Mohan et al., VLDB 2021). A pipeline takes as long as its slowest part.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace wattline::trainstep {

// Of a minibatch of n samples: fixed + n * per_sample.
struct ComputeTime {
  double fixed_ms = 0, per_sample_ms = 0;
};
// Through pairs of batch and time: the line of least squares. Proportional to the batch if there is only one batch.
ComputeTime fit_compute_time(const std::vector<std::pair<double, double>>& batch_and_ms);

// What was measured.
struct PipelineTimes {
  ComputeTime compute;              // without waiting for data
  double read_ms = 0, prep_ms = 0;  // of one sample and one thread; nothing of the sample is in the page cache
};
struct DataSize {
  double samples = 0, bytes = 0;
};

// What is asked.
struct Setting {
  std::int64_t workers = 1, batch = 16;
  std::optional<double> bandwidth_b_per_s;  // that the disk delivers, seeks included; empty = as measured
  double hit_share = 0;                     // of the reads that the page cache serves, 0 to 1
  std::int64_t parallel_reads = 1;          // that the disk serves at the same time
  std::int64_t cores = 1;                   // that loader threads can use
};

// Times of a minibatch, then of an epoch.
struct Forecast {
  double read_ms = 0, prep_ms = 0, compute_ms = 0, step_ms = 0;
  double epoch_s = 0, stall_s = 0;
  const char* bottleneck = "";  // disk, pre-processing or compute
};
Forecast forecast(const PipelineTimes& times, const DataSize& data, const Setting& setting);

}  // namespace wattline::trainstep
