// SPDX-License-Identifier: Apache-2.0
// Records of the loop to rows of the suite.
#pragma once
#include <string>
#include <vector>

#include "io/tsv.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/loop.hpp"

namespace wattline::trainstep {

void write_step(io::TsvWriter& rows, const StepRecord& step);
void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const std::string& device);

void write_window(io::TsvWriter& rows, const WindowRecord& window, std::int64_t batch);

struct RunFacts {
  std::string workload, device;
  std::int64_t parameters = 0, skipped = 0;  // samples left out
  std::string status = "done", reason = "-";
  void stop(const std::string& why) {
    status = "stopped";
    reason = why;
  }
};
// The run summary: what was run, how it ended, medians over all epochs and over the epochs after the first.
void write_summary(io::TsvWriter& rows, const RunFacts& facts, const std::vector<EpochRecord>& epochs);

// The summary of a run with inference: latency percentiles, violations, stability, training throughput.
struct ServingFacts {
  InterleaveOptions options;
  double inference_s = 0, training_s = 0;
};
void write_serving_summary(io::TsvWriter& rows, const RunFacts& facts, const ServingFacts& serving,
                           const std::vector<WindowRecord>& windows);

}  // namespace wattline::trainstep
