// SPDX-License-Identifier: Apache-2.0
// Run rows that an earlier comparison recorded.
#pragma once
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "wattcompare/measured_run.hpp"

namespace wattline::wattcompare {

// Only what compare() reads. "-" is standard input. Throws a data error for a command that ran twice in a block.
std::vector<MeasuredRun> read_recorded_runs(const std::string& path, cli::Context& context);

}  // namespace wattline::wattcompare
