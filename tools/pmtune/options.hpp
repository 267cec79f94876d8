// SPDX-License-Identifier: Apache-2.0
// The options of pmtune.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/profile_options.hpp"
#include "cli/progress_option.hpp"
#include "model/service_tuner.hpp"
#include "model/tuner.hpp"
#include "pmtune/service_options.hpp"

namespace wattline::pmtune {

struct Options {
  cli::RowOptions rows;
  std::optional<model::Objective> objective;
  std::optional<double> budget_w;
  model::TuneRules rules;
  std::optional<double> steps, epochs;
  std::int64_t deadline_ns = 0, over_ns = 0;  // 0 = none
  std::optional<double> mean_power_w, energy_budget_j;
  ServiceOptions service;
  cli::ProgressOption progress;
  std::string resume;   // rows of an earlier run; empty = none
  std::string modes;    // file of the modes to choose from
  std::string summary;  // file of the last words; empty = standard error
  std::string out;      // folder of the logs; empty = tune, tune.2 ...: the first that is free
  std::string rail = "TOTAL";
  std::int64_t interval_ns = 100'000'000;
  std::int64_t stall_ns = 60'000'000'000;
  bool as_root = false;
  std::string replay;  // a table that stands for the board
  cli::ProfileOptions table;
  std::int64_t switch_ns = 100'000'000, settle_ns = 1'000'000'000;
  std::uint64_t seed = 1;
};

void declare(cli::App& app, Options& options);
// Throws usage errors for options that do not go together.
void check(const Options& options, bool has_command);
model::Goal goal_of(const Options& options);
// With the limit that the whole job keeps.
model::TuneRules rules_of(const Options& options);
model::ServiceRules service_rules_of(const Options& options);

}  // namespace wattline::pmtune
