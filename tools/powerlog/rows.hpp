// SPDX-License-Identifier: Apache-2.0
// The rows that powerlog writes: power, marks, the summary, the list of rails.
#pragma once
#include <chrono>
#include <optional>
#include <string_view>

#include "io/row_table.hpp"
#include "platform/power/rails.hpp"
#include "powerlog/meter.hpp"
#include "powerlog/timing.hpp"

namespace wattline::powerlog {

// One rail, or one sum of rails, at one tick. Imported rows have no monotonic time, and `stale` is not known of them.
struct PowerRow {
  std::optional<std::chrono::nanoseconds> time, mono;
  std::string_view rail;
  platform::Scope scope{};
  platform::Reading reading;
  std::optional<bool> stale;
  const char* source = "";
};
const io::RowTable<PowerRow>& power_rows();

struct MarkRow {
  std::chrono::nanoseconds time, mono;
  std::string_view label;
  const char* origin;  // signal, fifo, gpio or log
  const char* source;
};
const io::RowTable<MarkRow>& mark_rows();

struct SummaryRow {
  const Series* series;
  const Timing* timing;
  const char* source;
};
const io::RowTable<SummaryRow>& summary_rows();

// A rail of --list-rails, and a reading that was just tried.
struct RailRow {
  const platform::Rail* rail;
  const platform::Reading* reading;
  const char* source;
};
const io::RowTable<RailRow>& rail_rows();

}  // namespace wattline::powerlog
