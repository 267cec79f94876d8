// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

const io::RowKind& info_rows();

// `trainstep info WORKLOAD`: facts of the network and, with --data, of the data set, as rows "name value unit".
int print_info(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
