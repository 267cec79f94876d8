// SPDX-License-Identifier: Apache-2.0
// What powerlog says about its rails: --list-rails, the .meta file, the summary.
#pragma once
#include "base/histogram.hpp"
#include "cli/tool.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

// How the run went, apart from its watts.
struct Timing {
  long long ticks = 0, missed = 0;
  DurationHistogram late, sweep;
  double cpu_pct = 0;
};

void list_rails(const platform::Rails& rails, Clock& clock, io::TsvWriter& rows, const char* source);

// joules reads rail.NAME.window_s, .error_w and .counter from it.
io::Meta describe_rails(const Meter& meter);

void write_summary(const Meter& meter, const Timing& timing, io::TsvWriter& rows, const char* source);

}  // namespace wattline::powerlog
