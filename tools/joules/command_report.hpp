// SPDX-License-Identifier: Apache-2.0
// What joules -- COMMAND says for people.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "joules/command_energy.hpp"
#include "joules/command_runs.hpp"

namespace wattline::joules {

// During the counted runs; a column without a number is not known on this machine.
struct BoardUse {
  Running cpu_pct, gpu_pct, over_current_events;
  std::string mode;
};

struct CommandReport {
  std::size_t asked = 0;  // the first of the energies; the others are shown in one line each
  CommandRuns runs;
  std::vector<CommandEnergy> energies;  // empty where power was not measured
  std::optional<BoardUse> use;
};

// A line per quantity; empty where no run was counted.
std::string to_text(const CommandReport& report);

}  // namespace wattline::joules
