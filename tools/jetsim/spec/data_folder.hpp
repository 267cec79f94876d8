// SPDX-License-Identifier: Apache-2.0
// The folders of share/ that jetsim reads: boards (with workloads) and l4t, the vendor's commands.
#pragma once
#include <string>

#include "io/filesystem.hpp"

namespace wattline::jetsim {

// The first of the places that exists: the user's choice in WATTLINE_DATA, the installed one, the one of a build tree.
// Throws unavailable where there is none.
fs::path data_folder(const std::string& name);

}  // namespace wattline::jetsim
