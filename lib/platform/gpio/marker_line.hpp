// SPDX-License-Identifier: Apache-2.0
// Code that the libgpiod variants of marker.hpp share.
#pragma once
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "platform/gpio/marker.hpp"

namespace wattline::platform {

struct LineName {
  std::string chip, line;
};
// Throws a usage error when the text is not CHIP:LINE.
LineName parse_line_name(const std::string& text);

// EBUSY: another process holds the line; everything else: there is no such line.
Error line_error(const std::string& text, int errno_value);

// Before Linux 5.7 the kernel stamps edges with the wall clock.
std::int64_t edge_time_to_mono_ns(std::int64_t stamp_ns);

}  // namespace wattline::platform
