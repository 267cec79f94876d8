// SPDX-License-Identifier: Apache-2.0
// The energy of each run of a command, from the power rows that were recorded meanwhile: the same integral as that of
// interval rows.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/energy_result.hpp"
#include "cli/context.hpp"
#include "joules/command_runs.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

// Of one rail.
struct CommandEnergy {
  std::string rail;
  EnergyResult total;                  // of all counted runs together
  std::vector<EnergyResult> runs;      // of each counted run; without an energy where it is too short
  std::optional<EnergyResult> idle;    // before them, with --idle
  std::optional<double> peak_power_w;  // highest reading during a counted run
  EnergyResult steps{};                // of the steps of all counted runs together, with --progress
};

// Those of `rails` that are in the log; a warning names the others.
std::vector<std::string> rails_in_log(const std::string& log, const std::vector<std::string>& rails,
                                      const cli::Context& context);

// The rails that were asked for, and with --verbose the others of the log behind them; none without a log. With -o, the
// rows are written, without energies where there is no log.
std::vector<CommandEnergy> energies_of_runs(const Options& options, cli::Context& context, const CommandRuns& runs,
                                            const std::string& folder, const std::string& log);

}  // namespace wattline::joules
