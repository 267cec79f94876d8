// SPDX-License-Identifier: Apache-2.0
// The rows that joules writes: intervals with their energy, and calibrations.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/energy_result.hpp"
#include "io/row_table.hpp"

namespace wattline::joules {

// The energy of one interval, or of a sum of intervals, on one rail.
struct EnergyRow {
  const std::vector<std::string>& fields;  // of the interval row, or the values of --by; escaped as they were read
  long long intervals;                     // in a sum
  const EnergyResult* energy;
  std::optional<double> net_energy_j;
  std::string_view rail, source;
  std::string_view amount{};  // sum of the column of --per
  std::optional<double> energy_per_j{}, energy_per_error_j{};
};
// Which columns stand around the energy.
struct EnergyColumns {
  std::vector<std::string> fields;  // names of EnergyRow::fields
  bool sums = false, net = false, rail = false;
  std::string per{};  // name of the column; empty = without it
};
io::RowTable<EnergyRow> energy_rows(const EnergyColumns& columns);
// The columns that every row has.
const io::RowKind& energy_kind();

// What one account used of a rail's energy.
struct AccountRow {
  std::string_view account;
  double duration_s = 0;
  std::optional<double> cpu_s{}, steps{}, energy_j{}, mean_power_w{}, low_j{}, high_j{};
  std::string_view rail{}, source{};
};
// `rail`: with the column rail.
io::RowTable<AccountRow> account_rows(bool rail);
const io::RowKind& account_kind();

struct CalibrationRow {
  std::string_view rail;
  double gain, offset_w, residual_sd_w;
  long long samples;
  double lag_s, window_s, gain_error, offset_error_w;
  std::string_view source;
};
const io::RowTable<CalibrationRow>& calibration_rows();

}  // namespace wattline::joules
