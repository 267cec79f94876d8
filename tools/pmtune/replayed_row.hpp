// SPDX-License-Identifier: Apache-2.0
// The row of a replayed window, of a job or of a service.
#pragma once
#include <cstdint>

#include "base/units.hpp"
#include "pmtune/rows.hpp"

namespace wattline::pmtune {

// All but what is counted in the window. Window is model::TuneWindow or model::ServedWindow.
template <class Window>
TuneRow replayed_row(const Window& window, std::int64_t number, bool is_last) {
  TuneRow row;
  row.start_ns = to_nanoseconds(window.start_s);
  row.end_ns = row.end_time_ns = to_nanoseconds(window.end_s);
  row.window = number;
  row.phase = window.phase;
  row.mode = model::to_power_mode(window.mode);
  row.set_reading(window.reading);
  row.energy_j = window.energy_j;
  row.source = "replayed";
  if (is_last) {
    row.decision = "end";
  } else {
    row.set_next(window.next);
  }
  return row;
}

}  // namespace wattline::pmtune
