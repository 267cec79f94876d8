// SPDX-License-Identifier: Apache-2.0
// The file to which a command writes its step rows where its command line names it as {steps}.
#pragma once
#include <string>
#include <vector>

#include "io/fd.hpp"

namespace wattline::measure {

constexpr const char* kSteps = "{steps}";
bool names_steps(const std::vector<std::string>& argv);
// With the path in place of {steps}.
std::vector<std::string> with_steps(std::vector<std::string> argv, const std::string& path);

// A FIFO of this name, in place of what has it. It is opened for writing too, so that it never ends: the command's end
// does that.
io::Fd make_step_fifo(const std::string& path);

}  // namespace wattline::measure
