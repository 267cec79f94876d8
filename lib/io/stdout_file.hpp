// SPDX-License-Identifier: Apache-2.0
// The path of the regular file that standard output goes to, for reading back what was written there.
#pragma once
#include <string>

namespace wattline::io {

// A path by which the regular file that standard output goes to can be opened again; empty when it goes elsewhere or
// the file holds nothing yet.
std::string stdout_file();

}  // namespace wattline::io
