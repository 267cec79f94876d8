// SPDX-License-Identifier: Apache-2.0
// The goal of a search: an objective to minimize, and limits to keep.
#pragma once
#include <optional>

#include "model/mode.hpp"
#include "model/target_samples.hpp"

namespace wattline::model {

// What a profile measured in its mode. infer_ms is the inference minibatch time of the concurrent form; latency_ms is
// the quantile of the latency that the goal limits, 0 where it limits none. The standard deviations are as in
// ModeReading.
struct Outcome {
  double minibatch_ms = 0, power_w = 0, infer_ms = 0, latency_ms = 0;
  double log_ms_sd = 0, log_w_sd = 0;
};
ModeReading to_reading(const Mode& mode, const Outcome& outcome);

// Which latency of an inference request is limited: the one that its time and the wait for its batch add up to, or a
// quantile of those that were measured.
enum class LatencyKind { computed, p50, p95, p99 };

enum class Objective {
  time,          // shortest training minibatch
  energy,        // fewest joules per minibatch
  energy_delay,  // smallest energy times time
  knee,          // the knee of the front of time and power (model/knee_goal.hpp)
  concurrent,    // most training beside an inference load
};

// An objective other than `concurrent` is time^time * power^power.
struct Exponents {
  double time = 1, power = 0;
};

struct Goal {
  Objective objective = Objective::time;
  std::optional<double> power_w;         // budget
  std::optional<double> minibatch_ms;    // deadline of a training minibatch
  std::optional<double> latency_ms;      // of an inference request, queueing included
  std::optional<double> arrivals_per_s;  // inference requests; without them and the latency nothing is served
  Exponents knee{1, 1};                  // knee: from at_knee()
  LatencyKind latency_kind = LatencyKind::computed;
  bool per_sample = false;  // the objective is that of a sample: the batch size is chosen, too
  // With per_sample: if these are given, the objective is that of all samples to the target accuracy.
  TargetSamples target_samples{};

  Exponents exponents() const;
  bool chooses_batch() const { return per_sample || objective == Objective::concurrent; }
  // The time that the objective counts, given that of a minibatch: the same, or with per_sample that of one sample or
  // of all samples to the target. Infinite for a batch size that does not reach the target.
  double counted_ms(const Mode& mode, double time_ms) const;
  // Natural log of the objective. Concurrent: training time stretched by the share of time that inference takes;
  // infinite when inference cannot keep up.
  double value(const Mode& mode, const Outcome& outcome) const;
  // Log of a quantity over its limit, -infinity without such a limit: of the power over its budget, of the time over
  // its deadline, of the time between two inferences over that in which a batch of requests arrives, and of the
  // latency.
  double power_excess(const Outcome& outcome) const;
  double time_excess(const Outcome& outcome) const;
  double rate_excess(const Mode& mode, const Outcome& outcome) const;
  double latency_excess(const Mode& mode, const Outcome& outcome) const;
  // Whether training with its batch size reaches the target; true without one.
  bool reaches_target(const Mode& mode) const;
  // The largest log of a measured quantity over its limit; at most 0 when every limit is kept. Infinite for a mode that
  // does not reach the target.
  double excess(const Mode& mode, const Outcome& outcome) const;
  bool feasible(const Mode& mode, const Outcome& outcome) const { return excess(mode, outcome) <= 0; }

  // Time in which a batch of requests arrives.
  double window_ms(const Mode& mode) const;
};

}  // namespace wattline::model
