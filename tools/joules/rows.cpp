// SPDX-License-Identifier: Apache-2.0
#include "joules/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::joules {

namespace {

using Row = EnergyRow;
using Fields = std::vector<io::RowTable<Row>::Field>;

const Fields& energy_fields() {
  static const Fields fields{
      {{"energy_j", "J", 6, "energy of the interval"}, [](const Row& row) { return row.energy.energy_j; }},
      {{"mean_power_w", "W", 4, "energy divided by the interval's length"},
       [](const Row& row) { return row.energy.mean_power_w; }},
      {{"samples", "1", 0, "power readings inside the interval"}, [](const Row& row) { return row.energy.samples; }},
      {{"coverage_pct", "%", 2, "share of the interval that power readings cover"},
       [](const Row& row) { return row.energy.coverage_pct; }},
      {{"energy_err_j", "J", 6, "bound of the energy's error"}, [](const Row& row) { return row.energy.error_j; }}};
  return fields;
}

}  // namespace

io::RowTable<EnergyRow> energy_rows(const EnergyColumns& columns) {
  Fields fields;
  for (std::size_t i = 0; i < columns.fields.size(); ++i) {
    fields.push_back({{columns.fields[i], "", 0, ""}, [i](const Row& row) { return io::EscapedText{row.fields[i]}; }});
  }
  if (columns.sums) {
    fields.push_back({{"intervals", "1", 0, ""}, &Row::intervals});
    fields.push_back({{"duration_s", "s", 6, ""}, [](const Row& row) { return row.energy.length_s; }});
  }
  fields.insert(fields.end(), energy_fields().begin(), energy_fields().end());
  if (columns.net) fields.push_back({{"net_energy_j", "J", 6, ""}, &Row::net_energy_j});
  if (columns.rail) fields.push_back({{"rail", "", 0, ""}, &Row::rail});
  fields.push_back({io::kSource, &Row::source});
  return {"interval with energy", std::move(fields)};
}

const io::RowKind& energy_kind() {
  static const io::RowTable<Row> table{"energy", energy_fields()};
  return table.kind();
}

const io::RowTable<CalibrationRow>& calibration_rows() {
  using Calibration = CalibrationRow;
  static const io::RowTable<Calibration> table{
      "calibration",
      {{{"rail", "", 0, "name of the rail"}, &Calibration::rail},
       {{"gain", "1", 6, "meter power = gain x rail power + offset"}, &Calibration::gain},
       {{"offset_w", "W", 6, "its constant part"}, &Calibration::offset_w},
       {{"residual_sd_w", "W", 6, "standard deviation of what the fit leaves"}, &Calibration::residual_sd_w},
       {{"samples", "1", 0, "stretches of time fitted"}, &Calibration::samples},
       {io::kSource, &Calibration::source}}};
  return table;
}

}  // namespace wattline::joules
