// SPDX-License-Identifier: Apache-2.0
// What a path in a mode file stands for. Parameters are identified by their paths, because names differ between
// releases and some mislead (CPU_A78_1 is cpu4 in one file and cpu1 in another).
#pragma once
#include <optional>
#include <string>

namespace wattline::platform {

struct KnobPath {
  std::optional<int> core;  // a core's `online`, or its policy's limits
  bool online = false;      // that core's switch
  bool gpu_clock = false, emc_cap = false, mask = false;
  bool cpu_clock() const { return core && !online; }
  bool clock() const { return cpu_clock() || gpu_clock || emc_cap; }
};
KnobPath knob_path(const std::string& path);

}  // namespace wattline::platform
