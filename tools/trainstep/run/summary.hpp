// SPDX-License-Identifier: Apache-2.0
// The summary of a run: what was run, how it ended, medians, shares and a verdict.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "trainstep/run/inference_record.hpp"
#include "trainstep/run/record.hpp"
#include "trainstep/run/step_bottleneck.hpp"
#include "trainstep/run/summary_table.hpp"

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

// Of training. Medians are of counted steps and of epochs, over all of them and over those after the first. Means and
// shares are over all steps: mean_epoch is the sum of the step times divided by the number of epochs.
struct TrainingSummary {
  TrainingSummary(const RunFacts& of, const RunRecord& measured);
  const RunFacts& facts;
  const RunRecord& run;
  EpochRecord sum;
  std::optional<StepBottleneck> bottleneck;
};
const SummaryTable<TrainingSummary>& training_summary();

// Of a run with inference: quantiles of latency, late requests, stability, training throughput.
struct ServingSummary {
  const RunFacts& facts;
  const InferenceFacts& serving;
  const InferenceRecord& run;
};
const SummaryTable<ServingSummary>& serving_summary();

}  // namespace wattline::trainstep
