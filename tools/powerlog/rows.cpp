// SPDX-License-Identifier: Apache-2.0
#include "powerlog/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::powerlog {

namespace {

using io::kMono;
using io::kSource;
using io::kTime;

std::optional<double> positive(double value) {
  return value > 0 ? std::optional<double>(value) : std::nullopt;
}

std::optional<double> if_read(const SummaryRow& row, double value) {
  return row.series.energy.readings() > 0 ? std::optional<double>(value) : std::nullopt;
}

std::optional<double> mean_w(const SummaryRow& row) {
  const EnergyIntegral& energy = row.series.energy;
  return energy.duration_s() > 0 ? std::optional<double>(energy.energy_j() / energy.duration_s()) : std::nullopt;
}

std::optional<double> net_energy_j(const SummaryRow& row) {
  const Series& series = row.series;
  if (!series.idle_w || series.energy.duration_s() <= 0) return std::nullopt;
  return series.energy.energy_j() - *series.idle_w * series.energy.duration_s();
}

std::optional<std::string_view> parent(const RailRow& row) {
  return row.rail.parent.empty() ? std::nullopt : std::optional<std::string_view>(row.rail.parent);
}

}  // namespace

const io::RowTable<PowerRow>& power_rows() {
  using Row = PowerRow;
  static const io::RowTable<Row> table{
      "power",
      {{kTime, &Row::time},
       {kMono, &Row::mono},
       {{"rail", "", 0, "name of the rail, or TOTAL for the board's total"}, &Row::rail},
       {{"scope", "", 0, "total; part (adds up to the total); nested (inside a part); outside (beyond the total)"},
        [](const Row& row) { return platform::to_string(row.scope); }},
       {{"voltage_v", "V", 3, "bus voltage"}, &Row::voltage_v},
       {{"current_a", "A", 4, "current"}, &Row::current_a},
       {{"power_w", "W", 4, "voltage times current, or the sensor's own power register"}, &Row::power_w},
       {{"stale", "1", 0, "1 = the sensor repeated its last conversion"}, &Row::stale},
       {kSource, &Row::source}}};
  return table;
}

const io::RowTable<MarkRow>& mark_rows() {
  using Row = MarkRow;
  static const io::RowTable<Row> table{"marks",
                                       {{kTime, &Row::time},
                                        {kMono, &Row::mono},
                                        {{"label", "", 0, "text of the mark"}, &Row::label},
                                        {{"origin", "", 0, "signal, fifo or gpio"}, &Row::origin},
                                        {kSource, &Row::source}}};
  return table;
}

const io::RowTable<SummaryRow>& summary_rows() {
  using Row = SummaryRow;
  static const io::RowTable<Row> table{
      "power summary",
      {{{"rail", "", 0, "name of the rail, or TOTAL"},
        [](const Row& row) { return std::string_view(row.series.name); }},
       {{"scope", "", 0, "total, part, nested or outside"},
        [](const Row& row) { return platform::to_string(row.series.scope); }},
       {{"duration_s", "s", 6, "time from the first to the last reading"},
        [](const Row& row) { return row.series.energy.duration_s(); }},
       {{"samples", "1", 0, "readings used"}, [](const Row& row) { return row.series.energy.readings(); }},
       {{"missed", "1", 0, "ticks that passed without a reading"}, [](const Row& row) { return row.timing.missed; }},
       {{"stale", "1", 0, "readings that repeated the sensor's last conversion"},
        [](const Row& row) { return row.series.stale_readings; }},
       {{"min_w", "W", 4, "smallest reading"}, [](const Row& row) { return if_read(row, row.series.energy.min_w()); }},
       {{"mean_w", "W", 4, "energy divided by duration"}, mean_w},
       {{"max_w", "W", 4, "largest reading"}, [](const Row& row) { return if_read(row, row.series.energy.max_w()); }},
       {{"energy_j", "J", 6, "trapezoidal integral of the readings"},
        [](const Row& row) { return if_read(row, row.series.energy.energy_j()); }},
       {{"energy_err_j", "J", 6, "error bound of energy_j: quantization, offset, sampling, averaging window"},
        [](const Row& row) { return if_read(row, row.series.energy.error_j(row.series.sensor.window_s)); }},
       {{"window_s", "s", 6, "time that one reading of the sensor averages over"},
        [](const Row& row) { return positive(row.series.sensor.window_s); }},
       {{"idle_w", "W", 4, "mean idle power (--idle)"}, [](const Row& row) { return row.series.idle_w; }},
       {{"net_energy_j", "J", 6, "energy_j less idle_w over the same time"}, net_energy_j},
       {{"late_p50_s", "s", 6, "median delay of ticks after they were due"},
        [](const Row& row) { return row.timing.late.quantile_s(0.5); }},
       {{"late_p99_s", "s", 6, "99th percentile of that delay"},
        [](const Row& row) { return row.timing.late.quantile_s(0.99); }},
       {{"sweep_p50_s", "s", 6, "median time to read all rails"},
        [](const Row& row) { return row.timing.sweep.quantile_s(0.5); }},
       {{"sweep_p99_s", "s", 6, "99th percentile of that time"},
        [](const Row& row) { return row.timing.sweep.quantile_s(0.99); }},
       {{"cpu_pct", "%", 3, "share of one core that the logger itself used"},
        [](const Row& row) { return row.timing.cpu_pct; }},
       {kSource, &Row::source}}};
  return table;
}

const io::RowTable<RailRow>& rail_rows() {
  using Row = RailRow;
  static const io::RowTable<Row> table{
      "rails",
      {{{"rail", "", 0, "name of the rail"}, [](const Row& row) { return std::string_view(row.rail.name); }},
       {{"path", "", 0, "directory of its attributes"}, [](const Row& row) { return std::string_view(row.rail.path); }},
       {{"scope", "", 0, "part, nested or outside"},
        [](const Row& row) { return platform::to_string(row.rail.scope); }},
       {{"parent", "", 0, "the rail that a nested one lies in"}, parent},
       {{"driver", "", 0, "driver that reads it"},
        [](const Row& row) { return std::string_view(row.rail.sensor.driver); }},
       {{"shunt_ohm", "ohm", 6, "shunt resistor"}, [](const Row& row) { return row.rail.sensor.shunt_ohm; }},
       {{"resolution_w", "W", 6, "smallest step of power at the present voltage"},
        [](const Row& row) { return positive(platform::resolution_w(row.rail.sensor, row.reading)); }},
       {{"averaging", "1", 0, "conversions that the chip averages"},
        [](const Row& row) { return row.rail.sensor.averaging; }},
       {{"window_s", "s", 6, "time that one reading averages over"},
        [](const Row& row) { return positive(row.rail.sensor.window_s); }},
       {{"readable", "1", 0, "1 = a reading succeeded just now"},
        [](const Row& row) { return row.reading.error == 0; }},
       {{"verified", "", 0, "where this driver's code has run: device, driver or tree"},
        [](const Row& row) { return std::string_view(row.rail.sensor.verified); }},
       {{"power_w", "W", 4, "the reading just now"}, [](const Row& row) { return row.reading.power_w; }},
       {kSource, &Row::source}}};
  return table;
}

}  // namespace wattline::powerlog
