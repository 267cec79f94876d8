// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/command_modes.hpp"

#include <algorithm>

#include "platform/mode/mode_of.hpp"

namespace wattline::platform {

void CommandModes::tick(std::int64_t mono_ns) {
  const std::int64_t after_ns = mono_ns - start_ns_;
  if (after_ns < due_after_ns_) return;
  while (due_after_ns_ <= after_ns) due_after_ns_ *= 2;
  readings_.push_back({after_ns, to_string(current_mode(machine_))});
}

io::Meta CommandModes::facts(std::int64_t end_ns) const {
  const std::int64_t length_ns = end_ns - start_ns_;
  io::Meta facts;
  for (const Reading& reading : readings_) {
    if (reading.after_ns < length_ns / 4 || reading.after_ns > length_ns - length_ns / 4) continue;
    const io::Meta::value_type fact{"mode_during", reading.mode};
    if (std::find(facts.begin(), facts.end(), fact) == facts.end()) facts.push_back(fact);
  }
  return facts;
}

}  // namespace wattline::platform
