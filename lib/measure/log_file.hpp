// SPDX-License-Identifier: Apache-2.0
// A file for the messages of a child process.
#pragma once
#include <string>

#include "io/fd.hpp"

namespace wattline::measure {

// `flags` says whether it is emptied (O_TRUNC) or appended to (O_APPEND). Under sudo it is the calling user's. Throws
// Error{io}.
io::Fd open_log(const std::string& path, int flags);

}  // namespace wattline::measure
