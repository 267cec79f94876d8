// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/earlier_energy.hpp"

#include <optional>

#include "base/error.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::wattcheck {

Baseline read_baseline(const std::string& path) {
  io::TsvReader rows(path);
  const std::size_t rule = rows.require("rule"), value = rows.require("value");
  std::optional<double> step_j, mean_w;
  while (rows.next()) {
    if (rows.field(rule) == kStepEnergy) step_j = rows.number(value);
    if (rows.field(rule) == kMeanPower) mean_w = rows.number(value);
  }
  if (step_j && *step_j > 0) return {kStepEnergy, *step_j};
  if (mean_w && *mean_w > 0) return {kMeanPower, *mean_w};
  throw Error(ExitCode::data, path + ": no value of " + kStepEnergy + " and none of " + kMeanPower,
              "a baseline is what `wattcheck -o FILE` wrote of an earlier run");
}

void limit_rise(Limits& limits, const Baseline& baseline, double rise_pct) {
  double& limit = baseline.rule == kStepEnergy ? limits.step_energy_j : limits.mean_power_w;
  limit = baseline.value * (1 + rise_pct / 100);
}

}  // namespace wattline::wattcheck
