// SPDX-License-Identifier: Apache-2.0
// What the kernel reports about problems of a machine.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "io/attribute.hpp"
#include "io/root.hpp"

namespace wattline::platform {

// Processes killed for lack of memory since the machine was started: oom_kill of /proc/vmstat, from Linux 4.13.
std::optional<std::int64_t> oom_kills(const io::Root& root);

// 1 while the Raspberry Pi's firmware complains; the driver looks every two seconds and forgets
// (drivers/hwmon/raspberrypi-hwmon.c). Empty on other machines.
std::vector<io::Attribute> under_voltage_alarms(const io::Root& root);

}  // namespace wattline::platform
