// SPDX-License-Identifier: Apache-2.0
// A search for the least time or energy to a target accuracy.
#pragma once
#include <optional>

#include "pmsearch/options.hpp"

namespace wattline::pmsearch {

// Reads --target-samples, if it is given, into the goal. Returns the modes whose batch size reaches the target; a data
// error when there are none. Warns of batch sizes outside those of the file.
model::Space set_target(cli::Context& context, const SearchOptions& options, model::Goal& goal, model::Space space);

// Time and energy to the target; nothing without a target, and where the batch size does not reach it.
struct TargetCosts {
  double time_s = 0, energy_j = 0;
};
std::optional<TargetCosts> target_costs(const model::Goal& goal, const model::Mode& mode,
                                        const model::Outcome& outcome);

// Sets the columns target_s and target_j of a row.
template <class Row>
void set_target_costs(Row& row, const model::Goal& goal, const model::Mode& mode, const model::Outcome& outcome) {
  const auto costs = target_costs(goal, mode, outcome);
  if (!costs) return;
  row.target_s = costs->time_s;
  row.target_j = costs->energy_j;
}

}  // namespace wattline::pmsearch
