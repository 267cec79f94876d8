// SPDX-License-Identifier: Apache-2.0
// The summary of a run: what was run, how it ended, medians, shares and a verdict.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "io/tsv.hpp"
#include "trainstep/run/inference_record.hpp"
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

struct RunFacts {
  std::string workload, device;  // cpu, cuda or jetsim; empty = not chosen yet
  std::optional<std::int64_t> parameters;
  std::string status = "done", reason = "NA";  // done, stopped (there are rows) or did_not_run
  std::int64_t skipped = 0;                    // bad samples
  std::int64_t nan_losses = 0;                 // steps whose loss was not finite
  std::optional<std::int64_t> oom_kills;       // by the kernel, of any process, while this one ran
  std::string resumed_after;                   // how the run ended that this one continues; empty = it is the first
  std::optional<bool> under_voltage;           // an alarm was seen (Raspberry Pi)

  void stop(const std::string& why, bool has_rows) {
    status = has_rows ? "stopped" : "did_not_run";
    reason = why;
  }
};

// Medians of counted steps and of epochs, over all of them and over those after the first. Means and shares are over
// all steps: mean_epoch is the sum of the step times divided by the number of epochs.
void write_summary(io::TsvWriter& rows, const RunFacts& facts, const RunRecord& run);

// The summary of a run with inference: latency percentiles, violations, stability, training throughput.
void write_serving_summary(io::TsvWriter& rows, const RunFacts& facts, const InferenceFacts& serving,
                           const InferenceRecord& run);

}  // namespace wattline::trainstep
