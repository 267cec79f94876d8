// SPDX-License-Identifier: Apache-2.0
#include "platform/load/incidents.hpp"

#include <utility>

#include "base/parse.hpp"
#include "io/unread.hpp"
#include "platform/board/hwmon.hpp"

namespace wattline::platform {

std::optional<std::int64_t> oom_kills(const io::Root& root) {
  const std::string table = io::read_text(root.path("/proc/vmstat")).value_or("");
  for (const std::string_view line : split(table, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() == 2 && words[0] == "oom_kill") return to_int64(words[1]);
  }
  return std::nullopt;
}

std::vector<io::Attribute> under_voltage_alarms(const io::Root& root) {
  std::vector<io::Attribute> alarms;
  for (const auto& chip : hwmon_chips(root, "rpi_volt")) {
    io::Attribute alarm(chip / "in0_lcrit_alarm");
    io::note_unread(alarm.path(), alarm.error());
    if (alarm.error() == 0) alarms.push_back(std::move(alarm));
  }
  return alarms;
}

}  // namespace wattline::platform
