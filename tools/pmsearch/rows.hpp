// SPDX-License-Identifier: Apache-2.0
// The rows that pmsearch prints: one per try, and the answer last; of an explanation, the answer and its neighbours.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"
#include "model/goal.hpp"

namespace wattline::pmsearch {

struct SearchRow {
  std::int64_t number = 0;  // of the try
  PowerMode mode;
  std::optional<double> minibatch_ms, power_w;
  std::string decision;
  std::optional<double> best_ms, expected_gain_pct, energy_j;
  std::optional<std::int64_t> batch;
  std::optional<double> infer_ms;
  std::string verdict = "NA";
  std::optional<double> latency_ms;
  std::string reason = "NA", logs = "NA";
  std::string source{};
  std::optional<double> target_s{}, target_j{};
  std::optional<double> minibatch_se_ms{}, power_se_w{};
};
const io::RowTable<SearchRow>& search_rows();

// The answer of a search, a mode that differs from it in one knob, or a cheaper one. Differences are in percent of the
// answer.
struct ExplanationRow {
  PowerMode mode;
  std::string knob = "none";
  int step = 0;
  model::Outcome outcome;
  double energy_j = 0;
  double minibatch_pct = 0, power_pct = 0, energy_pct = 0;
  std::optional<double> objective_pct = 0;  // empty where one of the two does not reach the target
  bool feasible = true;
  double chance = 1;
  std::string breaks, place;
  std::string basis = "measured";
  std::string source{};
  std::optional<std::int64_t> batch{};
  std::optional<double> target_s{}, target_j{};
};
const io::RowTable<ExplanationRow>& explanation_rows();

}  // namespace wattline::pmsearch
