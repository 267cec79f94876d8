// SPDX-License-Identifier: Apache-2.0
#include "loadlog/load_metrics.hpp"

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "base/parse.hpp"
#include "platform/mode/software.hpp"

namespace wattline::loadlog {

namespace {

using cli::Metric;
using platform::LoadRow;

// A number of the row, in the base unit of its metric.
struct LoadMetric {
  Metric metric;
  double LoadRow::*value;
  double factor;
};

constexpr double kPercent = 1e-2;
const std::vector<LoadMetric>& load_metrics() {
  static const std::vector<LoadMetric> list{
      {{"wattline_cpu_use_ratio", "gauge", "Use of all online cores.", 3}, &LoadRow::cpu_pct, kPercent},
      {{"wattline_cpu_clock_hertz", "gauge", "Mean clock of the online cores.", 0}, &LoadRow::cpu_khz, 1e3},
      {{"wattline_cpus_online", "gauge", "Number of online cores.", 0}, &LoadRow::cpus_online, 1},
      {{"wattline_gpu_use_ratio", "gauge", "Use of the GPU.", 3}, &LoadRow::gpu_pct, kPercent},
      {{"wattline_gpu_clock_hertz", "gauge", "GPU clock.", 0}, &LoadRow::gpu_hz, 1},
      {{"wattline_emc_use_ratio", "gauge", "Use of the memory controller.", 3}, &LoadRow::emc_pct, kPercent},
      {{"wattline_emc_clock_hertz", "gauge", "Clock of the memory controller.", 0}, &LoadRow::emc_hz, 1},
      {{"wattline_memory_used_bytes", "gauge", "Memory that is not available to new programs.", 0},
       &LoadRow::ram_used_b,
       1},
      {{"wattline_memory_bytes", "gauge", "Size of the memory.", 0}, &LoadRow::ram_total_b, 1},
      {{"wattline_swap_used_bytes", "gauge", "Swap in use.", 0}, &LoadRow::swap_used_b, 1},
      {{"wattline_fan_duty_ratio", "gauge", "Duty cycle of the fan's drive.", 3}, &LoadRow::fan_pct, kPercent},
      {{"wattline_overcurrent_events_total", "counter", "Over-current throttle events since boot.", 0},
       &LoadRow::oc_events,
       1},
      {{"wattline_undervoltage", "gauge", "1 while the supply's voltage is too low.", 0}, &LoadRow::uv_events, 1}};
  return list;
}

constexpr Metric kZone{"wattline_zone_temperature_celsius", "gauge", "Temperature of a thermal zone.", 1};
constexpr Metric kMode{"wattline_power_mode_info", "gauge", "1, with the power mode in force as label.", 0};

std::string in_braces(const std::string& labels, const std::string& source) {
  return "{" + labels + (labels.empty() ? "" : ",") + "source=" + cli::label_value(source) + "}";
}

// From "CPU-therm=45.1,GPU-therm=44.0".
std::string zones(std::string_view list, const std::string& source) {
  std::string text;
  append_heading(text, kZone);
  for (const std::string_view zone : split(list, ',')) {
    const std::size_t sign = zone.rfind('=');
    const auto celsius = sign == std::string_view::npos ? std::nullopt : to_double(zone.substr(sign + 1));
    if (!celsius) continue;
    append_sample(text, kZone, in_braces("zone=" + cli::label_value(zone.substr(0, sign)), source), *celsius);
  }
  return text;
}

}  // namespace

LoadMetrics::LoadMetrics(cli::Context& context, const std::string& path, const platform::Machine& machine)
    : file_(context, path), machine_(machine), source_(context.root.source()) {}

void LoadMetrics::tick(std::int64_t now_ns, const LoadRow& row) {
  last_.oc_events = row.oc_events;
  file_.tick(now_ns, [&] {
    std::string metrics = text(row);
    if (!row.zone_temps.empty()) metrics += zones(row.zone_temps, source_);
    append_heading(metrics, kMode);
    const std::string mode = platform::mode_fact(machine_, "mode").second;
    append_sample(metrics, kMode, in_braces("mode=" + cli::label_value(mode), source_), 1);
    return metrics;
  });
}

void LoadMetrics::finish() {
  file_.replace([this] { return text(last_); });
}

std::string LoadMetrics::text(const LoadRow& row) const {
  std::string text;
  for (const LoadMetric& load : load_metrics()) {
    const double value = row.*load.value;
    if (std::isnan(value)) continue;
    append_heading(text, load.metric);
    append_sample(text, load.metric, in_braces("", source_), value * load.factor);
  }
  return text;
}

}  // namespace wattline::loadlog
