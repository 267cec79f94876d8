// SPDX-License-Identifier: Apache-2.0
#include "powerlog/describe.hpp"

#include <fmt/format.h>

namespace wattline::powerlog {

namespace {

std::optional<double> known(double value) {
  return value > 0 ? std::optional<double>(value) : std::nullopt;
}

io::TsvWriter& text_or_na(io::TsvWriter& rows, const std::string& text) {
  return text.empty() ? rows.missing() : rows.text(text);
}

std::optional<double> net_energy_j(const Series& series) {
  if (!series.idle_w || series.energy.duration_s() <= 0) return std::nullopt;
  return series.energy.energy_j() - *series.idle_w * series.energy.duration_s();
}

}  // namespace

void list_rails(const platform::Rails& rails, Clock& clock, io::TsvWriter& rows, const char* source) {
  for (const platform::Rail& rail : rails.list) {
    const platform::Reading reading = rail.read(clock.mono_ns());
    const platform::Sensor& sensor = rail.sensor;
    rows.text(rail.name).text(rail.path).text(platform::to_string(rail.scope));
    text_or_na(rows, rail.parent).text(sensor.driver);
    rows.number(sensor.shunt_ohm).number(known(platform::resolution_w(sensor, reading)));
    rows.integer(sensor.averaging ? std::optional<std::int64_t>(*sensor.averaging) : std::nullopt);
    rows.number(known(sensor.window_s)).integer(reading.error == 0 ? 1 : 0).text(sensor.verified).text(source);
    rows.end_row();
  }
}

io::Meta describe_rails(const Meter& meter) {
  io::Meta meta;
  const auto& rule = meter.rails().total_rule;
  meta.emplace_back("total_rule", rule.empty() ? "NA" : rule);
  for (const std::string& note : meter.rails().notes) meta.emplace_back("note", note);
  if (!meter.rails().no_total.empty()) meta.emplace_back("note", meter.rails().no_total);
  for (const platform::Rail& rail : meter.rails().list) {
    const std::string prefix = "rail." + rail.name + ".";
    meta.emplace_back(prefix + "path", rail.path);
    meta.emplace_back(prefix + "driver", rail.sensor.driver);
    meta.emplace_back(prefix + "scope", platform::to_string(rail.scope));
    if (rail.sensor.averaging) meta.emplace_back(prefix + "averaging", std::to_string(*rail.sensor.averaging));
    if (rail.sensor.shunt_ohm) meta.emplace_back(prefix + "shunt_ohm", fmt::format("{:.6f}", *rail.sensor.shunt_ohm));
  }
  for (const Series& series : meter.series()) {
    if (!series.printed) continue;
    const std::string prefix = "rail." + series.name + ".";
    meta.emplace_back(prefix + "window_s", fmt::format("{:.6f}", series.sensor.window_s));
    if (series.energy.duration_s() > 0) {
      meta.emplace_back(prefix + "error_w", fmt::format("{:.6f}", series.energy.mean_error_w()));
    }
    if (series.sensor.counter) meta.emplace_back(prefix + "counter", "1");
  }
  return meta;
}

void write_summary(const Meter& meter, const Timing& timing, io::TsvWriter& rows, const char* source) {
  for (const Series& series : meter.series()) {
    if (!series.printed) continue;
    const EnergyIntegral& energy = series.energy;
    const bool any = energy.readings() > 0;
    const auto if_any = [&](double value) { return any ? std::optional<double>(value) : std::nullopt; };
    const bool lasted = energy.duration_s() > 0;
    rows.text(series.name).text(platform::to_string(series.scope));
    rows.number(energy.duration_s()).integer(energy.readings()).integer(timing.missed).integer(series.stale_readings);
    rows.number(if_any(energy.min_w()));
    rows.number(lasted ? std::optional<double>(energy.energy_j() / energy.duration_s()) : std::nullopt);
    rows.number(if_any(energy.max_w())).number(if_any(energy.energy_j()));
    rows.number(if_any(energy.error_j(series.sensor.window_s))).number(known(series.sensor.window_s));
    rows.number(series.idle_w).number(net_energy_j(series));
    rows.number(timing.late.quantile_s(0.5)).number(timing.late.quantile_s(0.99));
    rows.number(timing.sweep.quantile_s(0.5)).number(timing.sweep.quantile_s(0.99));
    rows.number(timing.cpu_pct).text(source);
    rows.end_row();
  }
}

}  // namespace wattline::powerlog
