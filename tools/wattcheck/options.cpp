// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/options.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "wattcheck/rules.hpp"

namespace wattline::wattcheck {

namespace {

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const Rule& rule : rules()) names.emplace_back(rule.name);
  return names;
}

}  // namespace

void declare(cli::App& app, Options& options) {
  cli::declare_rows(app, options.rows);
  app.add_option("FILE", options.files, "Rows of one run: power, steps, load, epochs, watch, residency");
  cli::add_choice(app, "--profile", options.profile,
                  {{"mlperf", LimitSet::mlperf}, {"paper", LimitSet::paper}, {"quick", LimitSet::quick}},
                  "Set of limits, and of rules whose verdict must not be unknown");
  cli::add_list(app, "--require", options.require, "More rules whose verdict must not be unknown");
  app.add_option("-r,--rail", options.rail, "Rail to judge").capture_default_str();
  app.add_option("--max-error", options.max_error_pct, "Limit of error-bound in %").check(cli::positive());
  const auto baseline =
      app.add_option("--baseline", options.baseline, "Verdict rows of an earlier run to compare with");
  app.add_option("--max-rise", options.max_rise_pct, "How much more energy than there a step may take, in %")
      .check(cli::not_negative())
      .needs(baseline)
      .capture_default_str();
  app.add_flag("--allow-emulated", options.allow_emulated, "Accept emulated and replayed rows");
}

void check(const Options& options) {
  if (options.files.empty()) throw usage_error("a FILE is required", "wattcheck power.tsv steps.tsv load.tsv");
  const auto names = rule_names();
  for (const std::string& name : options.require) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw usage_error("--require " + name + ": no such rule", "one of: " + join(names, ", "));
  }
}

}  // namespace wattline::wattcheck
