// SPDX-License-Identifier: Apache-2.0
// CPU, GPU and memory with their clocks, temperatures, fan, throttling, pressure and disk.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "wattop/figures.hpp"
#include "wattop/page.hpp"

namespace wattline::wattop {

namespace {

using platform::LoadRow;

constexpr std::size_t kClockWidth = 27, kBlanks = 3, kUnits = 9;
constexpr double kPercent = 100, kHigh = 0.9, kMiddle = 0.6;
constexpr double kHzPerKhz = 1000;

Style style_of(double share) {
  return share > kHigh ? Style::high : share > kMiddle ? Style::middle : Style::low;
}

double limit_of(const Field& field) {
  return field.kind == Field::Kind::value ? static_cast<double>(field.value) : NAN;
}

std::size_t bar_width(const PageLook& look) {
  const std::size_t taken = kLabelWidth + kUnits + kClockWidth + kBlanks;
  return look.width > taken ? (look.width - taken) / 2 : 0;
}

struct Clock {
  const char* label;
  double pct, hz, limit_hz;
  bool capped;
};

// Use of a part, and its clock against the limit of the mode.
StyledLine clock_line(const Clock& clock, const PageLook& look) {
  const auto& [label, pct, hz, limit_hz, capped] = clock;
  StyledLine line = labelled(label);
  const std::size_t width = bar_width(look);
  line.add(figure(pct, 1, 6) + " % ").add(bar(pct / kPercent, width, look.charset), style_of(pct / kPercent));
  line.add(" " + figure(hz * kPerMillion, 0, 5) + " of " + figure(limit_hz * kPerMillion, 0) + " MHz" +
           (capped ? " capped" : ""));
  line.pad(kLabelWidth + kUnits + width + kClockWidth);
  return line.add(" ").add(bar(hz / limit_hz, width, look.charset), Style::low);
}

// Values of the cores, as many in a line as fit.
void add_cores(std::vector<StyledLine>& lines, const char* label, const std::vector<double>& values, double factor,
               std::size_t width, Rank rank) {
  constexpr std::size_t kCell = 5;
  const std::size_t in_line = width > kLabelWidth + kCell ? (width - kLabelWidth) / kCell : 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % in_line == 0) lines.push_back(labelled(i == 0 ? label : "", rank));
    const bool off = std::isnan(values[i]);
    lines.back().add(off ? "    -" : figure(values[i] * factor, 0, kCell));
  }
}

StyledLine memory_line(const LoadRow& load, const PageLook& look) {
  const double share = load.ram_used_b / load.ram_total_b;
  StyledLine line = labelled("memory");
  line.add(figure(share * kPercent, 1, 6) + " % ").add(bar(share, bar_width(look), look.charset), style_of(share));
  return line.add(" " + gibibytes(load.ram_used_b) + " of " + gibibytes(load.ram_total_b) + ", swap " +
                  gibibytes(load.swap_used_b));
}

StyledLine disk_line(const BoardReadings& state) {
  const LoadRow& load = state.load;
  StyledLine line = labelled("disk", Rank::part);
  if (!state.disk.empty()) line.add(state.disk.substr(0, state.disk.find(' ')) + ": ");
  return line.add(fmt::format("read {} MB/s, {} ms; write {} MB/s, {} ms; busy {} %",
                              figure(load.read_b_per_s * kPerMillion, 1), figure(load.read_await_ms, 1),
                              figure(load.write_b_per_s * kPerMillion, 1), figure(load.write_await_ms, 1),
                              figure(load.util_pct, 1)));
}

// The zones, the hottest first, in as many lines as they need.
void add_temperatures(std::vector<StyledLine>& lines, const BoardReadings& state, std::size_t width) {
  constexpr std::string_view kBlank = "  ";
  lines.push_back(labelled("temp").add(figure(state.load.temp_max_c, 1) + " C", Style::strong));
  if (!state.zones.empty()) lines.back().add(" hottest;");
  for (const ZoneView& zone : state.zones) {
    const std::string text = zone.name + " " + figure(zone.celsius, 1);
    const bool fits = lines.back().columns() + kBlank.size() + columns_of(text) <= width;
    if (!fits) lines.push_back(labelled("", Rank::detail));
    lines.back().add(fits ? std::string(kBlank) + text : text);
  }
}

std::string trip_text(const ZoneView& zone) {
  const double below = zone.below_trip();
  return zone.name + " " + figure(std::fabs(below), 1) + (below > 0 ? " C below " : " C above ") +
         figure(zone.trip->celsius, 1) + " (" + zone.trip->type + ")";
}

// The zones that are next to their trip points, as many as fit.
StyledLine trip_line(const BoardReadings& state, std::size_t width) {
  std::vector<ZoneView> zones;
  std::copy_if(state.zones.begin(), state.zones.end(), std::back_inserter(zones),
               [](const ZoneView& zone) { return zone.trip.has_value(); });
  std::stable_sort(zones.begin(), zones.end(),
                   [](const ZoneView& a, const ZoneView& b) { return a.below_trip() < b.below_trip(); });
  StyledLine line = labelled("trip", Rank::part);
  if (zones.empty()) return line.add("NA");
  for (const ZoneView& zone : zones) {
    const std::string text = (line.parts.size() > 1 ? ", " : "") + trip_text(zone);
    if (line.parts.size() > 1 && line.columns() + columns_of(text) > width) break;
    line.add(text, zone.below_trip() > 0 ? Style::plain : Style::high);
  }
  return line;
}

StyledLine throttle_line(const LoadRow& load) {
  const bool alarm = load.uv_events > 0;
  StyledLine line = labelled("throttle", Rank::alarm);
  line.add("over-current events " + figure(load.oc_events, 0) + ", under-voltage ");
  return line.add(std::isnan(load.uv_events) ? "NA" : alarm ? "now" : "no", alarm ? Style::high : Style::plain);
}

StyledLine pressure_line(const LoadRow& load) {
  return labelled("waiting", Rank::detail)
      .add("for CPU " + figure(load.psi_cpu_pct, 1) + " %, memory " + figure(load.psi_mem_pct, 1) + " %, I/O " +
           figure(load.psi_io_pct, 1) + " % of the time");
}

}  // namespace

std::vector<StyledLine> load_lines(const BoardReadings& state, const PageLook& look) {
  std::vector<StyledLine> lines;
  if (!state.load_problem.empty()) lines = wrapped("load", state.load_problem, look.width);
  const LoadRow& load = state.load;
  const ModeRequest& limits = state.limits;
  const auto capped = [&](const char* knob) { return state.capped.count(knob) > 0; };
  const double cpu_hz = load.cpu_khz * kHzPerKhz;
  lines.push_back(clock_line({"CPU", load.cpu_pct, cpu_hz, limit_of(limits.cpu), capped("cpu")}, look));
  add_cores(lines, "cores %", load.core_pct, 1, look.width, Rank::part);
  add_cores(lines, "MHz", load.core_khz, kPerThousand, look.width, Rank::detail);
  lines.push_back(clock_line({"GPU", load.gpu_pct, load.gpu_hz, limit_of(limits.gpu), capped("gpu")}, look));
  lines.push_back(clock_line({"EMC", load.emc_pct, load.emc_hz, limit_of(limits.emc), capped("emc")}, look));
  lines.push_back(memory_line(load, look));
  lines.push_back(disk_line(state));
  add_temperatures(lines, state, look.width);
  lines.push_back(trip_line(state, look.width));
  lines.push_back(labelled("fan", Rank::part).add(figure(load.fan_pct, 1) + " %, " + figure(load.fan_rpm, 0) + " rpm"));
  lines.push_back(throttle_line(load));
  lines.push_back(pressure_line(load));
  return lines;
}

}  // namespace wattline::wattop
