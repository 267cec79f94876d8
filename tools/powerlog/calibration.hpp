// SPDX-License-Identifier: Apache-2.0
// Corrections of rails against a better meter: power = gain x reading + offset. `joules --calibrate` fits them.
#pragma once
#include <map>
#include <string>

namespace wattline::powerlog {

struct Correction {
  double gain = 1, offset_w = 0;
};
using Calibration = std::map<std::string, Correction>;

// Rows of rail, gain, offset_w. An empty path gives an empty calibration.
Calibration read_calibration(const std::string& path);

}  // namespace wattline::powerlog
