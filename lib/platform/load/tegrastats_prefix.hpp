// SPDX-License-Identifier: Apache-2.0
// What stands in front of a line of tegrastats.
#pragma once
#include <string_view>
#include <vector>

#include "base/timestamp.hpp"

namespace wattline::platform {

// The instant that tegrastats, journald, ROS or a script wrote. One with its zone, or a number, is preferred to a local
// one, and that to one whose order of day and month is open, to the seconds since the boot of "[ 1234.567]", and to one
// that cannot be read.
WrittenTime read_prefix(const std::vector<std::string_view>& words);

}  // namespace wattline::platform
