// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/fan.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/services.hpp"

namespace wattline::platform {

namespace {

const std::string kPwmFan = "/sys/devices/pwm-fan/";
const std::string kHwmon = "/sys/class/hwmon/";
constexpr double kFullSpeed = 255;

std::vector<PathValue> automatic(const io::Root& root, const Fan& fan) {
  if (fan.speed_file.compare(0, kPwmFan.size(), kPwmFan) == 0) return {{fan.mode_file, "1"}};
  if (!can_set_services(root)) {
    throw unavailable("nvfancontrol drives this fan, and services are started only on a board, real or emulated");
  }
  return {{service_attribute(kFanDaemon), "active"}};
}

}  // namespace

std::optional<Fan> find_fan(const io::Root& root) {
  if (io::exists(root.path(kPwmFan + "target_pwm"))) {
    return Fan{"pwm-fan", kPwmFan + "target_pwm", kPwmFan + "temp_control", "0"};
  }
  for (const std::string& name : io::list_directory(root.path(kHwmon))) {
    if (io::read_text(root.path(kHwmon + name + "/name")).value_or("") != "pwmfan") continue;
    return Fan{"pwmfan", kHwmon + name + "/pwm1", kHwmon + name + "/pwm1_enable", "1"};
  }
  return std::nullopt;
}

FanSetting parse_fan_setting(const std::string& text) {
  if (text == "auto") return {true, 0};
  if (text == "max") return {};
  const bool percent = !text.empty() && text.back() == '%';
  const auto value = percent ? to_double(std::string_view(text).substr(0, text.size() - 1)) : std::nullopt;
  if (!value || *value < 0 || *value > 100) {
    throw usage_error("fan '" + text + "' is not max, auto or a speed such as 60%");
  }
  return {false, std::llround(*value / 100 * kFullSpeed)};
}

std::vector<PathValue> fan_attributes(const io::Root& root, const FanSetting& setting) {
  const auto fan = find_fan(root);
  if (!fan) throw unavailable("this machine has no fan that can be set");
  if (setting.automatic) return automatic(root, *fan);
  std::vector<PathValue> attributes;
  if (is_active_service(root, kFanDaemon)) attributes.push_back({service_attribute(kFanDaemon), "inactive"});
  attributes.push_back({fan->mode_file, fan->manual});
  attributes.push_back({fan->speed_file, std::to_string(setting.pwm)});
  return attributes;
}

}  // namespace wattline::platform
