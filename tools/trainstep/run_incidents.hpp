// SPDX-License-Identifier: Apache-2.0
// Events of the machine that end or distort runs: the kernel's OOM killer, under-voltage, restarts.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/attribute.hpp"
#include "io/root.hpp"
#include "trainstep/run/summary.hpp"

namespace wattline::trainstep {

// The kernel's count since it was started, on this machine, whatever --root names.
std::optional<std::int64_t> oom_kills_so_far();

class RunIncidents {
 public:
  explicit RunIncidents(const io::Root& board);
  // To be called now and then, because the kernel forgets alarms.
  void look();
  void report_to(RunFacts& facts) const;

 private:
  std::vector<io::Attribute> alarms_;
  bool alarm_seen_ = false;
  std::optional<std::int64_t> oom_kills_;
};

// How the run that wrote this meta file can have ended, as far as the kernel knows: a restart, or the OOM killer.
std::string end_of_earlier_run(const std::string& meta_path);

}  // namespace wattline::trainstep
