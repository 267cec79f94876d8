// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

// --infer and --interleave: inference on arriving requests, alone or between training minibatches.
int run_serving(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
