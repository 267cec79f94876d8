// SPDX-License-Identifier: Apache-2.0
// The rows that pmtune prints: one per window, a stretch of the job in one mode.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"
#include "io/time_columns.hpp"
#include "model/service_window.hpp"
#include "model/tuner.hpp"

namespace wattline::pmtune {

struct TuneRow : io::IntervalTimes {
  std::int64_t window = 0;
  model::TunePhase phase = model::TunePhase::explore;
  PowerMode mode;
  std::int64_t steps = 0;
  std::optional<double> minibatch_ms, power_w, energy_j, minibatch_se_ms, power_se_w;
  std::string decision = "NA";
  std::optional<double> expected_gain_pct;
  std::string reason = "NA";
  std::optional<double> latency_ms, rate_hz, utilization_pct;  // of a service
  std::string source{};

  // What the window measured, and what was decided at its end.
  void set_reading(const model::WindowReading& reading);
  void set_service(const model::ServedWindow& served);
  void set_next(const model::TuneDecision& next);
};
const io::RowTable<TuneRow>& tune_rows();

}  // namespace wattline::pmtune
