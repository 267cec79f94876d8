// SPDX-License-Identifier: Apache-2.0
// `trainstep info WORKLOAD` and `trainstep info --model FILE`: describe a network without training it.
#pragma once
#include "trainstep/options.hpp"

namespace wattline::trainstep {

// Facts of the network and, with --data, of the data set, as rows "name value unit".
int print_info(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
