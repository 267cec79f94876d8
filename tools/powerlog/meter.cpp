// SPDX-License-Identifier: Apache-2.0
#include "powerlog/meter.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "platform/power/rail_rules.hpp"

namespace wattline::powerlog {

namespace {

// Readings are added to the accounts several sweeps at a time. The caches are cold at a tick, and the accounts take
// many lines of them.
constexpr std::size_t kSweepsPerAccount = 16;

bool same(const Series& series, const platform::Reading& next) {
  const platform::Reading& last = series.reading;
  return last.voltage_v == next.voltage_v && last.current_a == next.current_a && series.raw_w == next.power_w;
}

void correct(Series& series) {
  auto& power = series.reading.power_w;
  if (power) power = series.correction.gain * *power + series.correction.offset_w;
}

// The period of a slow chip, in nominal averaging windows (INA3221 data sheet SBOS576: up to 10 % longer).
constexpr double kSlowChip = 1.1;

// The sensor cannot have converted again: the values are the last ones and its window has not passed since. Equal
// values after a whole window are a new measurement of a steady load.
bool repeats(const Series& series, const platform::Reading& next, std::int64_t now_ns) {
  return series.fresh_ns != 0 && same(series, next) &&
         to_seconds(now_ns - series.fresh_ns) < kSlowChip * series.sensor.window_s;
}

std::size_t find(const std::vector<Series>& series, const std::string& name) {
  const auto found = std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.name == name; });
  if (found != series.end()) return static_cast<std::size_t>(found - series.begin());
  std::vector<std::string> names;
  for (const Series& s : series) names.push_back(s.name);
  throw usage_error(name + ": no such rail here", "choose from: " + join(names, ", "));
}

RunningEnergy energy_of(const platform::Sensor& sensor) {
  return RunningEnergy({sensor.window_s, std::nullopt, sensor.counter});
}

}  // namespace

Meter::Meter(platform::Rails rails, const MeterOptions& options) : rails_(std::move(rails)) {
  add_rails();
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < rails_.list.size(); ++i) {
    if (rails_.list[i].scope == platform::Scope::part) parts.push_back(i);
  }
  if (!rails_.total_rule.empty()) add_sum(kTotal, parts);
  if (options.jtop_total) add_jtop_total();
  for (const auto& [name, correction] : options.calibration) series_[find(series_, name)].correction = correction;
  select(options.selected, options.jtop_total);
  entries_.reserve(kSweepsPerAccount * series_.size());
}

void Meter::add_rails() {
  for (const platform::Rail& rail : rails_.list) {
    Series series;
    series.name = rail.name;
    series.scope = rail.scope;
    series.sensor = rail.sensor;
    series.energy = energy_of(rail.sensor);
    series_.push_back(std::move(series));
  }
}

// jetson_stats 4.1 takes the input rail (VDD_IN, POM_5V_IN) where there is one, else the sum of all rails, nested ones
// too.
void Meter::add_jtop_total() {
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < rails_.list.size(); ++i) {
    if (!platform::board_with_input_rail(rails_.list[i].name).empty()) {
      parts = {i};
      break;
    }
    parts.push_back(i);
  }
  add_sum(kJtop41Total, parts);
  series_.back().scope = platform::Scope::outside;
}

void Meter::add_sum(const std::string& name, const std::vector<std::size_t>& parts) {
  Series sum;
  sum.name = name;
  sum.scope = platform::Scope::total;
  sum.parts = parts;
  for (const std::size_t i : parts) {
    const platform::Sensor& sensor = series_[i].sensor;
    sum.sensor.window_s = std::max(sum.sensor.window_s, sensor.window_s);
    sum.sensor.counter = sum.sensor.counter || sensor.counter;
  }
  sum.energy = energy_of(sum.sensor);
  series_.push_back(std::move(sum));
}

void Meter::select(const std::vector<std::string>& names, bool jtop_total) {
  if (!names.empty()) {
    for (Series& series : series_) series.printed = false;
    for (const std::string& name : names) series_[find(series_, name)].printed = true;
    if (jtop_total) series_[find(series_, kJtop41Total)].printed = true;
  }
  for (std::size_t i = 0; i < rails_.list.size(); ++i) {
    const auto needs = [&](const Series& s) {
      return s.printed && std::find(s.parts.begin(), s.parts.end(), i) != s.parts.end();
    };
    if (series_[i].printed || std::any_of(series_.begin(), series_.end(), needs)) read_.push_back(i);
  }
}

std::int64_t Meter::read_rail(std::size_t i, Clock& clock, std::int64_t now_ns, std::int64_t to_time_ns) {
  Series& series = series_[i];
  const platform::Reading reading = rails_.list[i].read(now_ns);
  series.mono_ns = clock.mono_ns();
  series.time_ns = series.mono_ns + to_time_ns;
  series.stale = reading.power_w && repeats(series, reading, series.mono_ns);
  if (!series.stale) series.fresh_ns = series.mono_ns;
  series.raw_w = reading.power_w;
  series.reading = reading;
  series.error_w = kErrorSteps * platform::resolution_w(series.sensor, reading);
  correct(series);
  return series.mono_ns;
}

// A sum is known only when each part is; it is new once each part is, since it was new last: its age is that of its
// oldest part. With one part it is that part.
void Meter::add_up(Series& sum) {
  const Series& first = series_[sum.parts.front()];
  double power_w = 0;
  bool complete = true;
  sum.stale = false;
  sum.error_w = 0;
  for (const std::size_t i : sum.parts) {
    const Series& part = series_[i];
    complete = complete && part.reading.power_w.has_value();
    power_w += part.reading.power_w.value_or(0);
    sum.stale = sum.stale || part.fresh_ns <= sum.fresh_ns;
    sum.error_w += part.error_w;
  }
  sum.mono_ns = series_[read_.back()].mono_ns;  // not before the rows of the other rails
  sum.time_ns = series_[read_.back()].time_ns;
  if (!sum.stale) sum.fresh_ns = sum.mono_ns;
  sum.reading = sum.parts.size() == 1 ? first.reading : platform::Reading{};
  sum.reading.power_w = complete ? std::optional<double>(power_w) : std::nullopt;
  correct(sum);
}

// Each rail's end is the next one's beginning; the wall clock is asked once.
void Meter::sweep(Clock& clock) {
  std::int64_t now_ns = clock.mono_ns();
  const std::int64_t to_time_ns = clock.time_ns() - now_ns;
  for (const std::size_t i : read_) now_ns = read_rail(i, clock, now_ns, to_time_ns);
  for (Series& series : series_) {
    if (series.printed && !series.parts.empty()) add_up(series);
  }
}

void Meter::account() {
  for (const Series& series : series_) {
    entries_.push_back({to_seconds(series.mono_ns), series.error_w, series.reading.power_w, series.stale});
  }
  if (entries_.size() == kSweepsPerAccount * series_.size()) settle();
}

void Meter::settle() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    Series& series = series_[i % series_.size()];
    if (entry.stale) ++series.stale_readings;
    series.energy.add(entry.time_s, entry.power_w, entry.error_w, entry.stale);
  }
  entries_.clear();
}

void Meter::end_baseline() {
  settle();
  for (Series& series : series_) {
    const RunningEnergy& energy = series.energy;
    if (energy.duration_s() > 0) series.idle_w = energy.energy_j() / energy.duration_s();
    series.energy.restart();
    series.stale_readings = 0;
  }
}

double Meter::follow_every_s() const {
  double every_s = 0;
  for (const std::size_t i : read_) {
    const double of_rail = rails_.list[i].follow_every_s;
    if (of_rail > 0) every_s = every_s > 0 ? std::min(every_s, of_rail) : of_rail;
  }
  return every_s;
}

void Meter::follow(Clock& clock) {
  for (const std::size_t i : read_) {
    if (rails_.list[i].follow) rails_.list[i].follow(clock.mono_ns());
  }
}

double Meter::window_s() const {
  double window = 0;
  for (const Series& series : series_) {
    if (series.printed) window = std::max(window, series.sensor.window_s);
  }
  return window;
}

bool Meter::counts() const {
  return std::any_of(series_.begin(), series_.end(),
                     [](const Series& series) { return series.printed && series.sensor.counter; });
}

}  // namespace wattline::powerlog
