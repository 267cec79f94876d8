// SPDX-License-Identifier: Apache-2.0
// What is probably wrong with a list of runs whose modes were meant to be set and will not be.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "pmsweep/run_list.hpp"

namespace wattline::pmsweep {

// Whether the command or a hook uses the value of a column.
using UsesColumn = std::function<bool(const std::string& name)>;

// The header must have been read. Columns that are used are there on purpose.
// Columns that were probably meant as clocks:
std::vector<std::string> doubtful_clocks(const RunList& list, const UsesColumn& uses);
// These, and that every run is in the current mode if nothing shows that this is wanted.
std::vector<std::string> doubts_about(const RunList& list, const UsesColumn& uses);

// Throws a data error if the columns of a list of modes are separated by commas or semicolons.
void require_tabs(const std::string& file, const std::vector<std::string>& names);

}  // namespace wattline::pmsweep
