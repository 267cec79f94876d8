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
  std::string manual;  // what mode_file contains while the speed is fixed
};

// The service that drives the fan from r34 on.
inline constexpr const char* kFanDaemon = "nvfancontrol";

std::optional<Fan> find_fan(const io::Root& root);

// Automatic control by the kernel (r32) or by nvfancontrol, or else a fixed speed.
struct FanSetting {
  bool automatic = false;
  std::int64_t pwm = 255;  // 0..255
};
// From "max", "auto" or a share of full speed such as "60%". Throws a usage error.
FanSetting parse_fan_setting(const std::string& text);

// What to write for this setting. A fixed speed also stops nvfancontrol if that drives the fan. Throws `unavailable`
// without a fan.
std::vector<PathValue> fan_attributes(const io::Root& root, const FanSetting& setting);

}  // namespace wattline::platform
