// SPDX-License-Identifier: Apache-2.0
// Finds hwmon chips. The numbers of hwmonN change from boot to boot, so they are always looked up.
#pragma once
#include <string>
#include <vector>

#include "io/filesystem.hpp"
#include "io/root.hpp"

namespace wattline::platform {

// Directories of the chips with this driver name: /sys/bus/i2c/drivers/NAME/*/hwmon/hwmon*, else by the class.
std::vector<fs::path> hwmon_chips(const io::Root& root, const std::string& driver);

}  // namespace wattline::platform
