// SPDX-License-Identifier: Apache-2.0
// The summary of a run: what was run, how it ended, medians, shares and a verdict.
#pragma once
#include <optional>

#include "trainstep/run/inference_record.hpp"
#include "trainstep/run/record.hpp"
#include "trainstep/run/step_bottleneck.hpp"
#include "trainstep/run/summary_facts.hpp"
#include "trainstep/run/summary_table.hpp"

namespace wattline::trainstep {

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
