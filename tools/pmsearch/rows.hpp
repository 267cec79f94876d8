// SPDX-License-Identifier: Apache-2.0
// The rows that pmsearch prints: one per try, and the answer last.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"

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
  std::string source{};
};
const io::RowTable<SearchRow>& search_rows();

}  // namespace wattline::pmsearch
