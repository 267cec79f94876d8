// SPDX-License-Identifier: Apache-2.0
#include "platform/load/emulated_workloads.hpp"

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

std::optional<EmulatedWorkloads> read_emulated_workloads(const io::Root& root) {
  if (!root.emulation()) return std::nullopt;
  const auto text = io::read_text(root.path("/run/jetsim/workloads"));
  const auto words = split_blanks(text ? *text : std::string_view());
  if (words.size() != 4 || words[0] != "started" || words[2] != "running") return std::nullopt;
  const auto started = to_int64(words[1]), running = to_int64(words[3]);
  if (!started || !running) return std::nullopt;
  return EmulatedWorkloads{*started, *running};
}

bool was_idle(const std::optional<EmulatedWorkloads>& before, const std::optional<EmulatedWorkloads>& after) {
  return before && after && before->running == 0 && after->started == before->started;
}

}  // namespace wattline::platform
