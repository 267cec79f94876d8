// SPDX-License-Identifier: Apache-2.0
// The rows that loadlog writes: the load of the machine, and its summary.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "io/row_table.hpp"
#include "platform/load/load_columns.hpp"
#include "platform/load/program_use.hpp"

namespace wattline::loadlog {

// The load at one tick. Imported rows have no monotonic time.
struct LoadTick {
  std::optional<std::chrono::nanoseconds> time, mono;
  const platform::LoadRow* load;
  std::string_view core_pct, core_khz;  // lists separated by commas
  const char* source;
};
const io::RowTable<LoadTick>& load_rows();

// A column of the load rows over the run, or one clock of a knob with its share of the time.
struct SummaryRow {
  std::string_view name;
  std::optional<std::int64_t> clock_hz;
  std::optional<long long> samples;
  std::optional<double> min, mean, max, share_pct;
  long long missed;
  const char* source;
};
const io::RowTable<SummaryRow>& summary_rows();

// What one program used since the tick before, or, without a pid, all others of its kind.
struct ProgramRow {
  std::chrono::nanoseconds time, mono;
  platform::ProgramKind kind;
  std::string_view name;
  std::optional<std::int64_t> pid, processes;
  double busy_cores;
  const char* source;
};
const io::RowTable<ProgramRow>& program_rows();

}  // namespace wattline::loadlog
