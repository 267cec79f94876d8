// SPDX-License-Identifier: Apache-2.0
#include "platform/gpio/marker_line.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/units.hpp"

namespace wattline::platform {

namespace {

std::int64_t now_ns(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return std::int64_t{now.tv_sec} * kSecondNs + now.tv_nsec;
}

}  // namespace

LineName parse_line_name(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
    throw usage_error("GPIO line '" + text + "': not CHIP:LINE", "for example gpiochip0:105 or tegra234-gpio:PQ.05");
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

Error line_error(const std::string& text, int errno_value) {
  const std::string what = "GPIO line " + text + ": " + std::strerror(errno_value);
  if (errno_value == EBUSY) return Error(ExitCode::try_later, what, "another process holds it; gpioinfo shows which");
  if (errno_value == EACCES || errno_value == EPERM) {
    return Error(ExitCode::no_permission, what, "run as root, or let a udev rule give your group the chip");
  }
  return unavailable(what, "gpioinfo lists chips and lines");
}

std::int64_t edge_time_to_mono_ns(std::int64_t stamp_ns) {
  const std::int64_t mono = now_ns(CLOCK_MONOTONIC);
  const std::int64_t real = now_ns(CLOCK_REALTIME);
  return std::llabs(stamp_ns - real) < std::llabs(stamp_ns - mono) ? stamp_ns - real + mono : stamp_ns;
}

}  // namespace wattline::platform
