// SPDX-License-Identifier: Apache-2.0
// The fan: a fixed speed for repeatable energy runs, or automatic control.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

// What a fan is asked to do: automatic = the kernel (r32) or nvfancontrol drives it; else a fixed speed.
struct FanSetting {
  bool automatic = false;
  std::int64_t pwm = 255;  // 0..255
};
// From "max", "auto" or a share of full speed such as "60%". Throws a usage error.
FanSetting parse_fan_setting(const std::string& text);

// What to write for it; a fixed speed stops nvfancontrol, where that drives the fan. Throws unavailable without a fan.
std::vector<PathValue> fan_attributes(const io::Root& root, const FanSetting& setting);

}  // namespace wattline::platform
