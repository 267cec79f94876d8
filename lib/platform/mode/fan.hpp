// SPDX-License-Identifier: Apache-2.0
// The fan: fixed speed for repeatable energy runs, or back to whoever drives it.
#pragma once
#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

struct Fan {
  std::string name;        // pwm-fan (r32) or pwmfan (hwmon, r34 on)
  std::string speed_file;  // 0..255
  std::string mode_file;
  std::string manual;  // what mode_file holds while the speed is ours
};

// Drives the fan from r34 on, as a service.
inline constexpr const char* kFanDaemon = "nvfancontrol";

std::optional<Fan> find_fan(const io::Root& root);

// "max", "auto" or "60%". `auto` hands the fan to the kernel (r32) or to nvfancontrol, which a fixed speed stops.
// Throws a usage error, or unavailable without a fan.
std::vector<Attribute> fan_attributes(const io::Root& root, const std::string& text);

}  // namespace wattline::platform
