// SPDX-License-Identifier: Apache-2.0
// The state that verify and watch compare the machine with.
#pragma once
#include "cli/context.hpp"
#include "pmode/options.hpp"

namespace wattline::pmode {

// The mode named, or the state last asked for. Throws a data error when there is neither.
platform::MachineState expected_state(const cli::Context& context, const platform::Machine& machine,
                                      const ModeOptions& options);

}  // namespace wattline::pmode
