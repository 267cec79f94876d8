// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run_incidents.hpp"

#include "base/counter.hpp"
#include "base/parse.hpp"
#include "io/meta.hpp"
#include "platform/load/incidents.hpp"

namespace wattline::trainstep {

std::optional<std::int64_t> oom_kills_so_far() {
  return platform::oom_kills(io::Root());
}

RunIncidents::RunIncidents(const io::Root& board)
    : alarms_(platform::under_voltage_alarms(board)), oom_kills_(oom_kills_so_far()) {}

void RunIncidents::look() {
  for (io::Attribute& alarm : alarms_) alarm_seen_ = alarm_seen_ || alarm.read_int().value_or(0) != 0;
}

void RunIncidents::report_to(RunFacts& facts) const {
  if (!alarms_.empty()) facts.under_voltage = alarm_seen_;
  const auto now = oom_kills_so_far();
  if (now && oom_kills_) facts.oom_kills = growth(*oom_kills_, *now);
}

std::string end_of_earlier_run(const std::string& meta_path) {
  const io::Meta meta = io::read_meta(meta_path);
  const auto value = [&](const char* name) {
    const auto values = io::meta_values(meta, name);
    return values.empty() ? std::string() : values.back();
  };
  const std::string boot_id = value("boot_id");
  for (const auto& [name, now] : io::common_meta("", {}, io::Root())) {
    if (name == "boot_id" && !boot_id.empty() && now != boot_id) return "a restart of the machine";
  }
  const auto before = to_int64(value("oom_kills"));
  return before && oom_kills_so_far().value_or(0) > *before ? "the kernel's OOM killer" : "no known cause";
}

}  // namespace wattline::trainstep
