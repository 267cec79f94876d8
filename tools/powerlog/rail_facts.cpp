// SPDX-License-Identifier: Apache-2.0
#include "powerlog/rail_facts.hpp"

#include <fmt/format.h>

#include "io/tsv.hpp"

namespace wattline::powerlog {

namespace {

void add_sensor(io::Meta& meta, const platform::Rail& rail) {
  const std::string prefix = "rail." + rail.name + ".";
  meta.emplace_back(prefix + "path", rail.path);
  meta.emplace_back(prefix + "driver", rail.sensor.driver);
  meta.emplace_back(prefix + "scope", platform::to_string(rail.scope));
  if (rail.sensor.averaging) meta.emplace_back(prefix + "averaging", std::to_string(*rail.sensor.averaging));
  if (rail.sensor.shunt_ohm) meta.emplace_back(prefix + "shunt_ohm", fmt::format("{:.6f}", *rail.sensor.shunt_ohm));
}

void add_measured(io::Meta& meta, const Series& series) {
  const std::string prefix = "rail." + series.name + ".";
  meta.emplace_back(prefix + "window_s", fmt::format("{:.6f}", series.sensor.window_s));
  if (series.energy.duration_s() > 0) {
    meta.emplace_back(prefix + "error_w", fmt::format("{:.6f}", series.energy.mean_error_w()));
  }
  if (series.idle_w) meta.emplace_back(prefix + "idle_w", fmt::format("{:.4f}", *series.idle_w));
  if (series.sensor.counter) meta.emplace_back(prefix + "counter", "1");
}

}  // namespace

io::Meta rail_facts(Meter& meter) {
  const platform::Rails& rails = meter.rails();
  io::Meta meta{{"total_rule", std::string(io::or_na(rails.total_rule))}};
  for (const std::string& note : rails.notes) meta.emplace_back("note", note);
  if (!rails.no_total.empty()) meta.emplace_back("note", rails.no_total);
  for (const platform::Rail& rail : rails.list) add_sensor(meta, rail);
  for (const Series& series : meter.series()) {
    if (series.printed) add_measured(meta, series);
  }
  return meta;
}

}  // namespace wattline::powerlog
