// SPDX-License-Identifier: Apache-2.0
// The power above which --net counts energy.
#pragma once
#include <string>
#include <vector>

namespace wattline::joules {

// Watts of each rail in the power summary `path` of powerlog: its idle baseline where it has one, else the mean of the
// run. Throws a data error for a rail that is not there.
std::vector<double> read_baseline(const std::string& path, const std::vector<std::string>& rails);

}  // namespace wattline::joules
