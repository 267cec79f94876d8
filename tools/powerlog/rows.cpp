// SPDX-License-Identifier: Apache-2.0
#include "powerlog/rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::powerlog {

namespace {

using io::kSource;
using platform::Reading;

std::optional<double> positive(double value) {
  return value > 0 ? std::optional<double>(value) : std::nullopt;
}

// What is known of a rail once it was read.
template <double (RunningEnergy::*value)() const>
std::optional<double> if_read(const RunningEnergy& energy) {
  return energy.readings() > 0 ? std::optional<double>((energy.*value)()) : std::nullopt;
}

std::optional<double> mean_w(const RunningEnergy& energy) {
  return energy.duration_s() > 0 ? std::optional<double>(energy.energy_j() / energy.duration_s()) : std::nullopt;
}

std::optional<double> energy_error_j(const SummaryRow& row) {
  const RunningEnergy& energy = row.series->energy;
  return energy.readings() > 0 ? std::optional<double>(energy.error_j()) : std::nullopt;
}

std::optional<double> net_energy_j(const SummaryRow& row) {
  const Series& series = *row.series;
  if (!series.idle_w || series.energy.duration_s() <= 0) return std::nullopt;
  return series.energy.energy_j() - *series.idle_w * series.energy.duration_s();
}

std::optional<double> p50_s(const DurationHistogram& durations) {
  return durations.quantile_s(0.5);
}

std::optional<double> p99_s(const DurationHistogram& durations) {
  return durations.quantile_s(0.99);
}

std::optional<double> resolution_w(const RailRow& row) {
  return positive(platform::resolution_w(row.rail->sensor, *row.reading));
}

bool is_readable(const RailRow& row) {
  return row.reading->error == 0;
}

}  // namespace

const io::RowTable<PowerRow>& power_rows() {
  using R = PowerRow;
  static const io::RowTable<R> table{
      "power",
      {io::instant_fields<R>(),
       {{"rail", "", 0, "name of the rail, or TOTAL for the board's total"}, &R::rail},
       {{"scope", "", 0, "total; part (adds up to the total); nested (inside a part); outside (beyond the total)"},
        &R::scope},
       {{"voltage_v", "V", 3, "bus voltage"}, &R::reading, &Reading::voltage_v},
       {{"current_a", "A", 4, "current through the rail"}, &R::reading, &Reading::current_a},
       {{"power_w", "W", 4, "voltage times current, or the sensor's own power register"},
        &R::reading,
        &Reading::power_w},
       {{"stale", "1", 0, "1 = the sensor repeated its last conversion"}, &R::stale},
       {kSource, &R::source}}};
  return table;
}

const io::RowTable<MarkRow>& mark_rows() {
  using R = MarkRow;
  static const io::RowTable<R> table{
      "marks",
      {io::instant_fields<R>(),
       {{"label", "", 0, "text of the mark; start or end where origin is log"}, &R::label},
       {{"origin", "", 0, "signal, fifo, output or gpio; log = the log itself"}, &R::origin},
       {kSource, &R::source}}};
  return table;
}

const io::RowTable<SummaryRow>& summary_rows() {
  using R = SummaryRow;
  using S = Series;
  using E = RunningEnergy;
  static const io::RowTable<R> table{
      "power summary",
      {{{"rail", "", 0, "name of the rail, or TOTAL"}, &R::series, &S::name},
       {{"scope", "", 0, "total, part, nested or outside"}, &R::series, &S::scope},
       {{"duration_s", "s", 6, "time from the first to the last reading, without gaps"},
        &R::series,
        &S::energy,
        &E::duration_s},
       {{"samples", "1", 0, "number of readings used"}, &R::series, &S::energy, &E::readings},
       {{"missed", "1", 0, "number of ticks without a reading"}, &R::timing, &Timing::missed},
       {{"stale", "1", 0, "number of readings that repeated the sensor's last conversion"},
        &R::series,
        &S::stale_readings},
       {{"min_w", "W", 4, "smallest reading"}, &R::series, &S::energy, if_read<&E::min_w>},
       {{"mean_w", "W", 4, "energy divided by duration"}, &R::series, &S::energy, mean_w},
       {{"max_w", "W", 4, "largest reading"}, &R::series, &S::energy, if_read<&E::max_w>},
       {{"energy_j", "J", 6, "energy, as joules computes it from the rows"},
        &R::series,
        &S::energy,
        if_read<&E::energy_j>},
       {{"energy_err_j", "J", 6, "error bound of energy_j: quantization, offset, sampling, averaging window"},
        energy_error_j},
       {{"window_s", "s", 6, "time that one reading of the sensor averages over"},
        &R::series,
        &S::sensor,
        &platform::Sensor::window_s,
        positive},
       {{"idle_w", "W", 4, "mean idle power (--idle)"}, &R::series, &S::idle_w},
       {{"net_energy_j", "J", 6, "energy_j minus idle_w times duration_s"}, net_energy_j},
       {{"late_p50_s", "s", 6, "median delay of the ticks"}, &R::timing, &Timing::late, p50_s},
       {{"late_p99_s", "s", 6, "99th percentile of the delay of the ticks"}, &R::timing, &Timing::late, p99_s},
       {{"sweep_p50_s", "s", 6, "median time to read all rails"}, &R::timing, &Timing::sweep, p50_s},
       {{"sweep_p99_s", "s", 6, "99th percentile of the time to read all rails"}, &R::timing, &Timing::sweep, p99_s},
       {{"cpu_pct", "%", 3, "CPU time of powerlog itself, in % of one core"}, &R::timing, &Timing::cpu_pct},
       {kSource, &R::source}}};
  return table;
}

const io::RowTable<RailRow>& rail_rows() {
  using R = RailRow;
  using platform::Rail;
  using platform::Sensor;
  static const io::RowTable<R> table{
      "rails",
      {{{"rail", "", 0, "name of the rail"}, &R::rail, &Rail::name},
       {{"path", "", 0, "directory of its attributes"}, &R::rail, &Rail::path},
       {{"scope", "", 0, "part, nested or outside"}, &R::rail, &Rail::scope},
       {{"parent", "", 0, "rail that contains this nested one"}, &R::rail, &Rail::parent, io::or_na},
       {{"driver", "", 0, "kernel driver of the sensor"}, &R::rail, &Rail::sensor, &Sensor::driver},
       {{"shunt_ohm", "ohm", 6, "shunt resistor"}, &R::rail, &Rail::sensor, &Sensor::shunt_ohm},
       {{"resolution_w", "W", 6, "smallest step of power at the present voltage"}, resolution_w},
       {{"averaging", "1", 0, "number of conversions that the chip averages"},
        &R::rail,
        &Rail::sensor,
        &Sensor::averaging},
       {{"window_s", "s", 6, "time over which one reading averages"},
        &R::rail,
        &Rail::sensor,
        &Sensor::window_s,
        positive},
       {{"readable", "1", 0, "1 = the rail could be read just now"}, is_readable},
       {{"verified", "", 0, "where the code for this driver was tested: device, driver or tree"},
        &R::rail,
        &Rail::sensor,
        &Sensor::verified},
       {{"power_w", "W", 4, "power read just now"}, &R::reading, &Reading::power_w},
       {kSource, &R::source}}};
  return table;
}

}  // namespace wattline::powerlog
