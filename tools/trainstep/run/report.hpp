// SPDX-License-Identifier: Apache-2.0
// Records of the loop to rows of the suite.
#pragma once
#include <string>
#include <vector>

#include "io/tsv.hpp"
#include "trainstep/run/loop.hpp"

namespace wattline::trainstep {

void write_step(io::TsvWriter& rows, const StepRecord& step);
void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const std::string& device);

struct RunFacts {
  std::string workload, device;
  std::int64_t parameters = 0;
  std::string status = "done", reason = "-";
  void stop(const std::string& why) {
    status = "stopped";
    reason = why;
  }
};
// The run summary: what was run, how it ended, medians over all epochs and over the epochs after the first.
void write_summary(io::TsvWriter& rows, const RunFacts& facts, const std::vector<EpochRecord>& epochs);

}  // namespace wattline::trainstep
