// SPDX-License-Identifier: Apache-2.0
// A run with inference (--infer, --interleave): minibatches of arriving requests, alone or between training
// minibatches.
#pragma once
#include "trainstep/options.hpp"

namespace wattline::trainstep {

int run_inference(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
