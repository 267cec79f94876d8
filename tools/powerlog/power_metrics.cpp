// SPDX-License-Identifier: Apache-2.0
#include "powerlog/power_metrics.hpp"

#include <algorithm>

namespace wattline::powerlog {

namespace {

using cli::Metric;
constexpr Metric kEnergy{"wattline_rail_energy_joules_total", "counter", "Energy of the rail since powerlog began.", 6};
constexpr Metric kTime{"wattline_rail_measured_seconds_total", "counter", "Time for which this energy is known.", 6};
constexpr Metric kPower{"wattline_rail_power_watts", "gauge", "Last reading of the power.", 4};

std::string labels_of(const Series& series, const char* source) {
  return std::string("{rail=") + cli::label_value(series.name) + ",scope=" + cli::label_value(to_string(series.scope)) +
         ",source=" + cli::label_value(source) + "}";
}

}  // namespace

PowerMetrics::PowerMetrics(cli::Context& context, const std::string& path, Meter& meter)
    : file_(context, path), source_(context.root.source()), meter_(meter), energy_j_(meter.series().size()) {}

void PowerMetrics::tick(std::int64_t now_ns) {
  file_.tick(now_ns, [this] { return text(Powers::shown); });
}

void PowerMetrics::finish() {
  file_.replace([this] { return text(Powers::left_out); });
}

// The power of a rail may be below zero for a while, for example where a reading of 0 A is off by an offset; its
// counter then stays where it is.
std::string PowerMetrics::text(Powers powers) {
  std::string energies, times, gauges;
  append_heading(energies, kEnergy);
  append_heading(times, kTime);
  append_heading(gauges, kPower);
  const std::vector<Series>& all = meter_.series();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Series& series = all[i];
    if (!series.printed) continue;
    const std::string labels = labels_of(series, source_);
    energy_j_[i] = std::max(energy_j_[i], series.energy.energy_j());
    append_sample(energies, kEnergy, labels, energy_j_[i]);
    append_sample(times, kTime, labels, series.energy.duration_s());
    if (series.reading.power_w) append_sample(gauges, kPower, labels, *series.reading.power_w);
  }
  return energies + times + (powers == Powers::shown ? gauges : "");
}

}  // namespace wattline::powerlog
