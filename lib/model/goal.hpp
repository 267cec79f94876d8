// SPDX-License-Identifier: Apache-2.0
// What a search wants: an objective to make small, limits to keep.
#pragma once
#include <optional>
#include <string>

#include "model/mode.hpp"

namespace wattline::model {

// What one profile told. infer_ms is the inference minibatch time of the concurrent form.
struct Outcome {
  double minibatch_ms = 0, power_w = 0, infer_ms = 0;
};

enum class Objective {
  time,          // shortest training minibatch
  energy,        // fewest joules per minibatch
  energy_delay,  // smallest energy times time
  concurrent,    // most training beside an inference load
};
// Throws a usage error that lists the names.
Objective parse_objective(const std::string& name);

struct Goal {
  Objective objective = Objective::time;
  std::optional<double> power_w;         // budget
  std::optional<double> minibatch_ms;    // deadline of a training minibatch
  std::optional<double> latency_ms;      // concurrent: of an inference request, queueing included
  std::optional<double> arrivals_per_s;  // concurrent: inference requests

  // Log of what is to be small. Concurrent: training time stretched by the share of time that inference takes;
  // infinite when inference cannot keep up.
  double value(const Mode& mode, const Outcome& outcome) const;
  // Largest log of a measured quantity over its limit; <= 0 means that every limit is kept.
  double excess(const Mode& mode, const Outcome& outcome) const;
  bool feasible(const Mode& mode, const Outcome& outcome) const { return excess(mode, outcome) <= 0; }

  // Time that a batch of requests takes to arrive.
  double window_ms(const Mode& mode) const;
  // Throws a usage error when limits are missing or make no sense.
  void check() const;
};

}  // namespace wattline::model
