// SPDX-License-Identifier: Apache-2.0
#include "pmtune/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::pmtune {

void TuneRow::set_reading(const model::WindowReading& reading) {
  if (reading.knows_time()) {
    minibatch_ms = reading.minibatch_ms;
    minibatch_se_ms = reading.minibatch_ms * reading.log_ms_error;
  }
  if (reading.knows_power()) {
    power_w = reading.power_w;
    power_se_w = reading.power_w * reading.log_w_error;
  }
}

void TuneRow::set_service(const model::ServedWindow& served) {
  latency_ms = served.latency_ms;
  rate_hz = served.rate_hz;
  utilization_pct = 100 * served.reading.utilization;
}

void TuneRow::set_next(const model::TuneDecision& next) {
  decision = to_string(next.phase);
  if (next.gain_pct > 0) expected_gain_pct = next.gain_pct;
  reason = next.reason;
}

const io::RowTable<TuneRow>& tune_rows() {
  using R = TuneRow;
  static const io::RowTable<R> table{
      "tune",
      {io::interval_fields<R>(),
       {{"window", "1", 0, "number of the window, from 1: a stretch of the job in one mode"}, &R::window},
       {{"phase", "", 0, "explore, hold, or re-explore: explore after the mode was held"}, &R::phase},
       io::mode_fields<R>(&R::mode),
       {{"steps", "1", 0, "number of steps that ended in the window"}, &R::steps},
       {{"minibatch_ms", "ms", 4, "mean time of a counted step that began after the mode was in force"},
        &R::minibatch_ms},
       {{"power_w", "W", 4, "mean power after the sensor's readings were those of the mode alone"}, &R::power_w},
       {{"energy_j", "J", 3, "energy of the whole window"}, &R::energy_j},
       {{"minibatch_se_ms", "ms", 4, "standard error of minibatch_ms"}, &R::minibatch_se_ms},
       {{"power_se_w", "W", 4, "standard error of power_w"}, &R::power_se_w},
       {{"decision", "", 0, "what follows the window: explore, hold, re-explore or end"}, &R::decision},
       {{"expected_gain_pct", "%", 3, "improvement of the objective that is expected of the mode that follows"},
        &R::expected_gain_pct},
       {{"reason", "", 0, "reason of the decision"}, &R::reason},
       io::mode_text<R>(&R::mode),
       {{"latency_ms", "ms", 3, "of a service, the quantile of the latency of the requests that ended in the window"},
        &R::latency_ms},
       {{"rate_hz", "1/s", 3, "of a service, number of these requests per second"}, &R::rate_hz},
       {{"utilization_pct", "%", 2, "of a service, share of the window in which a request was in service"},
        &R::utilization_pct},
       {{"source", "", 0, "source of the readings: measured, emulated or replayed"}, &R::source}}};
  return table;
}

}  // namespace wattline::pmtune
