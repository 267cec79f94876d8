// SPDX-License-Identifier: Apache-2.0
// pmsearch: name the next mode to try, then the best mode within the limits.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/tables.hpp"
#include "model/search.hpp"

namespace wattline::pmsearch {

struct Options {
  std::string verb;
  cli::RowOptions rows;
  cli::TableOptions table;
  std::string modes;   // rows of the modes to choose from
  std::string replay;  // a table that answers instead of a device
  std::string infer;   // with replay: the inference table of the concurrent form
  std::string policy = "physics", objective = "time";
  std::optional<double> budget_w, deadline_ms, latency_ms, rate_per_s, power_cap_w;
  std::size_t max_profiles = 0;  // 0 = the policy's own
  double min_gain_pct = 0.1;
  bool guard = false, no_guard = false;
  std::uint64_t seed = 1;
  std::vector<std::string> sweep_options;
  std::string sweep_program;  // tests; else pmsweep beside this tool
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::pmsearch
