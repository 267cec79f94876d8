// SPDX-License-Identifier: Apache-2.0
// Bars and histories of one line, in ASCII or in the block elements of Unicode.
#pragma once
#include <cstddef>
#include <string>

#include "wattop/board_readings.hpp"

namespace wattline::wattop {

enum class Charset { ascii, utf8 };

// "[|||   ]": this many columns with the brackets. Empty between them for a share that is not known.
std::string bar(double share, std::size_t width, Charset charset);

// The minute before the latest reading, a character per part of it: the mean of its readings, on a scale from 0 to the
// largest of the minute. Blank where nothing is known.
std::string history_of(const RailView& rail, std::size_t width, Charset charset);

}  // namespace wattline::wattop
