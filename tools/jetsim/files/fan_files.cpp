// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>

#include "base/parse.hpp"
#include "jetsim/files/system_files.hpp"
#include "jetsim/fuse/sysfs_device.hpp"

namespace wattline::jetsim {

namespace {

// A file that keeps a number between two bounds.
std::shared_ptr<std::int64_t> add_number(Tree& tree, const std::string& path, std::int64_t initial,
                                         std::int64_t highest) {
  auto value = std::make_shared<std::int64_t>(initial);
  tree.attribute(path, integer([value] { return *value; }), [value, highest](std::string_view text) {
    const auto number = parse_unsigned(text, false);
    if (!number || *number > highest) return EINVAL;
    *value = *number;
    return 0;
  });
  return value;
}

constexpr std::int64_t kMaxPwm = 255;
constexpr double kMaxRpm = 4200;

void add_rpm(Tree& tree, const std::string& path, const std::shared_ptr<std::int64_t>& pwm) {
  tree.attribute(path,
                 integer([pwm] { return static_cast<long long>(kMaxRpm * static_cast<double>(*pwm) / kMaxPwm); }));
}

// The device tree divides the fan's range into this many steps.
constexpr long long kFanStates = 10;

void add_cooling(Tree& tree, int number, const std::shared_ptr<std::int64_t>& pwm) {
  add_cooling_device(tree, number,
                     {"pwm-fan", kFanStates, [pwm] { return (*pwm * kFanStates + kMaxPwm / 2) / kMaxPwm; },
                      [pwm](long long state) { *pwm = (state * kMaxPwm + kFanStates / 2) / kFanStates; }});
}

// The pwm-fan driver of r32.
void add_pwm_fan(Tree& tree, int cooling_device) {
  const std::string base = "/sys/devices/pwm-fan/";
  const auto pwm = add_number(tree, base + "target_pwm", 64, kMaxPwm);
  add_number(tree, base + "temp_control", 1, 1);
  add_number(tree, base + "pwm_cap", kMaxPwm, kMaxPwm);
  tree.attribute(base + "cur_pwm", integer([pwm] { return *pwm; }));
  add_cooling(tree, cooling_device, pwm);
  add_rpm(tree, base + "rpm_measured", pwm);
}

// In the published format; the curves are ours. Nothing follows them here: the fan keeps its speed.
constexpr const char* kFanControl = R"(POLLING_INTERVAL 2

<FAN 1>
	TMARGIN DISABLED
	FAN_GOVERNOR cont {
		STEP_SIZE 10
	}
	FAN_CONTROL close_loop {
		RPM_TOLERANCE 100
	}
	FAN_PROFILE quiet {
		#TEMP HYST PWM RPM
		0 0 64 1054
		60 5 128 2108
		95 5 255 4200
	}
	FAN_PROFILE cool {
		#TEMP HYST PWM RPM
		0 0 128 2108
		75 5 255 4200
	}
	FAN_DEFAULT_CONTROL close_loop
	FAN_DEFAULT_PROFILE quiet
	FAN_DEFAULT_GOVERNOR cont
	KICKSTART_PWM 64
)";

// hwmon pwmfan of r34 and later, driven by nvfancontrol.
void add_hwmon_fan(Tree& tree, int cooling_device) {
  const std::string fan = "/sys/devices/platform/pwm-fan", device = fan + "/hwmon/hwmon9",
                    tach = "/sys/devices/platform/39c0000.tachometer/hwmon/hwmon10";
  add_platform_device(tree, {fan, "bus/platform", "pwm-fan", node_path(fan)}, "pwm-fan", "pwm-fan");
  add_hwmon_device(tree, device, "pwmfan", node_path(fan));
  const auto pwm = add_number(tree, device + "/pwm1", 64, kMaxPwm);
  add_cooling(tree, cooling_device, pwm);
  add_number(tree, device + "/pwm1_enable", 1, 2);
  add_hwmon_device(tree, tach, "pwm_tach");
  add_rpm(tree, tach + "/rpm", pwm);
  add_rpm(tree, tach + "/fan1_input", pwm);
  tree.plain("/etc/nvfancontrol.conf", kFanControl);
  tree.plain("/var/lib/nvfancontrol/status", "FAN1:FAN_PROFILE:quiet\n");
}

}  // namespace

void add_fan_files(Tree& tree, EmulatedMachine& machine, int cooling_device) {
  const std::string kind = machine.board.file.text_or("fan", "none");
  if (kind == "pwm-fan") add_pwm_fan(tree, cooling_device);
  if (kind.compare(0, 5, "hwmon") == 0) add_hwmon_fan(tree, cooling_device);
}

}  // namespace wattline::jetsim
