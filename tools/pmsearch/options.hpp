// SPDX-License-Identifier: Apache-2.0
// The options of the subcommands, and the goal, rules and modes of a search that they describe.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/profile_options.hpp"
#include "cli/progress_option.hpp"
#include "model/search.hpp"

namespace wattline::pmsearch {

struct SearchOptions {
  cli::RowOptions rows;
  cli::ProfileOptions table;
  std::string modes;                // file of the modes to choose from
  std::vector<std::string> priors;  // tables of profiles of other workloads
  model::Policy policy = model::Policy::physics;
  model::Objective objective = model::Objective::time;
  std::vector<std::string> axes;  // searched beside the knobs: batch
  std::string target_samples;     // file of the samples to a target accuracy; with the axis batch
  std::optional<double> budget_w, deadline_ms, latency_ms, rate_per_s, power_cap_w;
  std::size_t max_profiles = 0;  // 0 = the policy's own
  model::LatencyKind latency_kind = model::LatencyKind::computed;
  std::optional<double> min_gain_pct;
  bool guard = false, no_guard = false;
  std::optional<std::uint64_t> seed;
};

struct RunOptions {
  SearchOptions search;
  std::string replay;  // a table that answers instead of a device
  std::string infer;   // with `replay`: the table of the inference workload
  bool live = false;   // keep the command running, with windows as short as precise readings allow
  std::vector<std::string> sweep_options;
  cli::ProgressOption progress;  // of pmsweep
  std::string sweep_program;     // empty = the pmsweep beside this tool
};

// Those of `next` and `run`, and those of `explain`, which makes no profiles.
void declare_search(cli::App& app, SearchOptions& options);
void declare_explain(cli::App& app, SearchOptions& options);

// Without the samples to the target (target.hpp). Throws usage errors for limits that the objective requires, and for a
// policy that does not support it.
model::Goal goal_of(const SearchOptions& options);
// `live`: readings come from a device, so the guard is on unless it is switched off.
model::SearchRules rules_of(const SearchOptions& options, bool live);
// The modes to choose from, with their batch sizes when the goal chooses one. Flagged rows count, too.
model::Space space_of(cli::Context& context, const SearchOptions& options, const model::Goal& goal);
// The same space, which starts from what the profiles of other workloads tell, if there are any.
model::Space with_priors(cli::Context& context, const SearchOptions& options, model::Space space);
// Throws a data error for a mode without the batch size that the goal chooses.
void check_batches(const model::Space& space, const model::Goal& goal, const std::string& table);

}  // namespace wattline::pmsearch
