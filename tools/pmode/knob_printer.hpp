// SPDX-License-Identifier: Apache-2.0
// The rows of `get`, `set -v` and `run -o`: one per knob.
#pragma once
#include <vector>

#include "cli/row_stream.hpp"
#include "platform/mode/knobs.hpp"

namespace wattline::pmode {

// Prints these readings, a row for each knob that the machine lacks, and the services that set the same knobs.
void print_knobs(cli::RowStream& stream, const platform::Machine& machine, std::vector<platform::KnobReading> knobs);

}  // namespace wattline::pmode
