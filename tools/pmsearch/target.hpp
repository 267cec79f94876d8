// SPDX-License-Identifier: Apache-2.0
// A search for the least time or energy to a target accuracy.
#pragma once
#include <optional>

#include "pmsearch/options.hpp"

namespace wattline::pmsearch {

// Reads --target-samples, if it is given, into the goal. Returns the modes whose batch size reaches the target; a data
// error when there are none. Warns of batch sizes outside those of the file.
model::Space set_target(cli::Context& context, const SearchOptions& options, model::Goal& goal, model::Space space);

// Time to the target in seconds; nothing without a target, and where the batch size does not reach it.
std::optional<double> target_s(const model::Goal& goal, const model::Mode& mode, const model::Outcome& outcome);

}  // namespace wattline::pmsearch
