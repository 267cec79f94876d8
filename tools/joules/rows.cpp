// SPDX-License-Identifier: Apache-2.0
#include "joules/rows.hpp"

#include "io/row_columns.hpp"
#include "io/training_rows.hpp"

namespace wattline::joules {

namespace {

using Row = EnergyRow;
using Entries = std::vector<io::RowTable<Row>::Entry>;

const Entries& energy_entries() {
  static const Entries entries{
      {{"energy_j", "J", 6, "energy of the interval"}, &Row::energy, &EnergyResult::energy_j},
      {{"mean_power_w", "W", 4, "energy divided by the interval's length"}, &Row::energy, &EnergyResult::mean_power_w},
      {{"samples", "1", 0, "number of power readings inside the interval"}, &Row::energy, &EnergyResult::samples},
      {{"coverage_pct", "%", 2, "share of the interval that the power readings cover"},
       &Row::energy,
       &EnergyResult::coverage_pct},
      {{"energy_err_j", "J", 6, "error bound of energy_j"}, &Row::energy, &EnergyResult::error_j}};
  return entries;
}

}  // namespace

io::RowTable<EnergyRow> energy_rows(const EnergyColumns& columns) {
  Entries entries;
  for (std::size_t i = 0; i < columns.fields.size(); ++i) {
    entries.push_back(
        {io::carried_column(columns.fields[i]), [i](const Row& row) { return io::EscapedText{row.fields[i]}; }});
  }
  if (columns.sums) {
    entries.push_back({{"intervals", "1", 0, ""}, &Row::intervals});
    entries.push_back({{"duration_s", "s", 6, ""}, &Row::energy, &EnergyResult::length_s});
  }
  entries.insert(entries.end(), energy_entries().begin(), energy_entries().end());
  if (!columns.per.empty()) {
    entries.push_back({io::carried_column(columns.per), &Row::amount});
    entries.push_back({{"energy_per_j", "J", 6, ""}, &Row::energy_per_j});
    entries.push_back({{"energy_per_err_j", "J", 6, ""}, &Row::energy_per_error_j});
  }
  if (columns.net) entries.push_back({{"net_energy_j", "J", 6, ""}, &Row::net_energy_j});
  if (columns.rail) entries.push_back({{"rail", "", 0, ""}, &Row::rail});
  entries.push_back({io::kSource, &Row::source});
  return {"interval with energy", entries};
}

const io::RowKind& energy_kind() {
  static const io::RowTable<Row> table{"energy", energy_entries()};
  return table.kind();
}

io::RowTable<AccountRow> account_rows(bool rail) {
  using R = AccountRow;
  std::vector<io::RowTable<R>::Entry> entries{
      {{"account", "", 0, "idle, shared, the name of a program, or all"}, &R::account},
      {{"duration_s", "s", 6, "for how long the program ran"}, &R::duration_s},
      {{"cpu_s", "s", 3, "CPU time of the program"}, &R::cpu_s},
      {{"steps", "1", 2, "minibatches of the program"}, &R::steps},
      {{"energy_j", "J", 6, "energy of the account; NA if it cannot be told apart from another"}, &R::energy_j},
      {{"mean_power_w", "W", 4, "energy_j divided by duration_s"}, &R::mean_power_w},
      {{"low_j", "J", 6, "lower bound of the energy"}, &R::low_j},
      {{"high_j", "J", 6, "upper bound of the energy"}, &R::high_j}};
  if (rail) entries.push_back({{"rail", "", 0, "name of the rail"}, &R::rail});
  entries.push_back({io::kSource, &R::source});
  return {"account", entries};
}

const io::RowKind& account_kind() {
  static const io::RowTable<AccountRow> table = account_rows(true);
  return table.kind();
}

const io::RowTable<CalibrationRow>& calibration_rows() {
  using R = CalibrationRow;
  static const io::RowTable<R> table{
      "calibration",
      {{{"rail", "", 0, "name of the rail"}, &R::rail},
       {{"gain", "1", 6, "gain of the fit: meter power = gain x rail power + offset_w"}, &R::gain},
       {{"offset_w", "W", 6, "offset of the fit"}, &R::offset_w},
       {{"residual_sd_w", "W", 6, "standard deviation of the residuals of the fit"}, &R::residual_sd_w},
       {{"samples", "1", 0, "number of meter readings that the fit uses"}, &R::samples},
       {{"lag_s", "s", 2, "by how much the clock of the meter is behind that of the rails"}, &R::lag_s},
       {{"window_s", "s", 2, "time that a reading of the meter averages over, as far as the fit shows it"},
        &R::window_s},
       {{"gain_err", "1", 6, "error bound of gain"}, &R::gain_error},
       {{"offset_err_w", "W", 6, "error bound of offset_w"}, &R::offset_error_w},
       {io::kSource, &R::source}}};
  return table;
}

}  // namespace wattline::joules
