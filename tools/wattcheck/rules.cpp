// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/rules.hpp"

#include <algorithm>

#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

const std::vector<Rule>& rules() {
  static const std::vector<Rule> list{
      {"duration", duration, {true, true, true}},
      {"readings", readings, {true, true, true}},
      {"fresh-rate", fresh_rate, {true, true, true}},
      {"gap", gap, {true, true, true}},
      {"coverage", coverage, {true, true, true}},
      {"stale", stale, {true, true, false}},
      {"missed", missed, {true, true, false}},
      {"distinct", distinct, {true, true, true}},
      {"negative", negative, {true, true, true}},
      {"error-bound", error_bound, {true, true, false}},
      {"resolution", resolution, {false, true, false}},
      {"idle", idle, {false, false, false}},
      {kStepEnergy, step_energy, {false, false, false}},
      {kMeanPower, mean_power, {false, false, false}},
      {"power-drift", power_drift, {false, true, true}},
      {"temperature-drift", temperature_drift, {false, true, false}},
      {"total", total, {true, true, false}},
      {"mode", mode, {true, true, false}},
      {"clocks", clocks, {false, true, false}},
      {"throttling", throttling, {false, false, false}},
      {"temperature", temperature, {false, true, false}},
      {"source", source, {true, true, true}},
      {"facts", facts, {true, true, true}},
      {"complete", complete, {true, true, false}},
      {"order", order, {true, true, true}},
      {"boot", boot, {true, true, false}},
      {"host", host, {true, true, false}},
      {"clock-offset", clock_offset, {true, true, true}},
      {"software", software, {true, true, false}},
      {"framework", framework, {true, true, false}},
      {"steps", steps, {true, true, true}},
      {"tokens", tokens, {false, true, true}},
      {"step-cv", step_cv, {false, true, true}},
      {"first-step", first_step, {false, true, true}},
      {"step-rows", step_rows, {true, true, false}},
      {"epochs", epochs, {false, false, false}},
      {"other-load", other_load, {false, false, false}},
      {"disk", disk, {false, false, false}},
      {"cache", cache, {false, false, false}},
  };
  return list;
}

std::vector<Judgement> judge(const Run& run, const Demands& demands) {
  std::vector<Judgement> judgements;
  for (const Rule& rule : rules()) {
    const bool asked = std::find(demands.require.begin(), demands.require.end(), rule.name) != demands.require.end();
    const bool required = asked || rule.required[static_cast<int>(demands.limit_set)];
    judgements.push_back({&rule, required, rule.judge(run, demands.limits)});
  }
  return judgements;
}

}  // namespace wattline::wattcheck
