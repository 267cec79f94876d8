// SPDX-License-Identifier: Apache-2.0
// Reads the files of a run, each by the kind that its columns show, and FILE.meta beside each.
#pragma once
#include <string>
#include <vector>

#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

// Throws a data error for a file of another kind and for malformed rows.
Run read_run(const std::vector<std::string>& paths, const std::string& rail);

}  // namespace wattline::wattcheck
