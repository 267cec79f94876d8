// SPDX-License-Identifier: Apache-2.0
// A machine state as a TSV file (path, value). Its last row has the number and the checksum of the other rows.
#pragma once
#include <string>
#include <vector>

#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

// Writes a file beside it, fsyncs and renames it, so that after a crash there is either the old file or the new one.
void save_state(const std::string& file, const std::vector<PathValue>& lines);
// The same for a runtime_file() of platform/mode/mode_lock.hpp, which is the machine's and not the user's.
void save_runtime_state(const std::string& file, const std::vector<PathValue>& lines);
// Throws a data error when it is not a whole saved state, os_error when it cannot be opened.
std::vector<PathValue> load_state(const std::string& file);

}  // namespace wattline::platform
