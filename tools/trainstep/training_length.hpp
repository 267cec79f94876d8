// SPDX-License-Identifier: Apache-2.0
// How long a training is, in minibatches and in updates of the weights.
#pragma once
#include <cstdint>

#include "trainstep/data/dataset.hpp"
#include "trainstep/options.hpp"
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

std::int64_t minibatches_per_epoch(const Options& options, const Dataset& set);
// Of all epochs, as if --max-steps did not cut them short.
std::int64_t updates_of_run(const Options& options, const Dataset& set);
// Whether an epoch has nothing left to train after these steps.
bool is_trained(const StepsDone& done, const Options& options, const Dataset& set);

// Throws a usage error when the run is over before the first update, or before the warm-up is.
void check_updates(const Options& options, const Dataset& set);

}  // namespace wattline::trainstep
