// SPDX-License-Identifier: Apache-2.0
// Messages about the times of a recorded file.
#pragma once
#include <string>
#include <vector>

#include "base/line_times.hpp"
#include "base/timestamp.hpp"

namespace wattline::cli {

// One sentence per kind of problem, with its number of lines: times that could not be read, and the first of each kind;
// lines without a time, where others have one; instants before that of the line above.
std::vector<std::string> time_problems(const std::vector<WrittenTime>& times, const LineTimes& instants);

}  // namespace wattline::cli
