// SPDX-License-Identifier: Apache-2.0
// How well a run of powerlog kept its schedule, and what it cost.
#pragma once
#include "base/histogram.hpp"

namespace wattline::powerlog {

struct Timing {
  long long taken = 0;      // readings of all rails
  long long missed = 0;     // ticks that passed without a reading
  DurationHistogram late;   // delay of each tick after it was due
  DurationHistogram sweep;  // time to read all rails
  double cpu_pct = 0;       // share of one core that this process used
};

}  // namespace wattline::powerlog
