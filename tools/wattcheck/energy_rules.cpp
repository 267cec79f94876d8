// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/rail_track.hpp"
#include "base/statistics.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

constexpr double kQuarter = 0.25;
constexpr long long kFewestResting = 5;
constexpr double kLeastRise = 0.02;  // of the power before and after the steps

// Means of a quantity over the first and the last quarter of the phase.
class QuarterMeans {
 public:
  explicit QuarterMeans(const Span& phase)
      : first_end_s_(phase.start_s + kQuarter * phase.length_s()),
        last_start_s_(phase.end_s - kQuarter * phase.length_s()) {}
  void add(double t_s, double value) {
    if (t_s <= first_end_s_) first_.add(value);
    if (t_s >= last_start_s_) last_.add(value);
  }
  // Empty unless both have values.
  std::optional<double> change() const {
    const auto from = first_.mean(), to = last_.mean();
    return from && to ? std::optional<double>(*to - *from) : std::nullopt;
  }
  std::optional<double> first() const { return first_.mean(); }

 private:
  double first_end_s_, last_start_s_;
  Running first_, last_;
};

}  // namespace

EnergyResult phase_energy(const Run& run, const Span& phase) {
  IntervalEnergy interval;
  interval.start_s = phase.start_s;
  interval.end_s = phase.end_s;
  RailTrack track(run.rail_facts, kMaxGapS);
  const auto use = [&](const Segment& segment) { interval.add(segment); };
  for (const PowerReading& reading : run.readings) {
    track.push(reading.mono_s, reading.power_w, reading.stale, use);
    if (reading.power_w && !reading.stale) interval.count_sample(reading.mono_s, run.rail_facts.window_s);
  }
  track.close(use);
  return evaluate(interval, run.rail_facts, true);
}

Finding coverage(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::power)) return unknown("no power rows");
  return at_least({phase_energy(run, *phase).coverage_pct, "%", 3}, limits.coverage_pct, run.where(Kind::power));
}

Finding error_bound(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::power)) return unknown("no power rows");
  const EnergyResult energy = phase_energy(run, *phase);
  if (!energy.energy_j) return fail("", "the power is not known throughout the counted phase");
  if (*energy.energy_j <= 0) return fail("", "the energy is not positive");
  if (!energy.error_j) return unknown("no rail." + run.rail + ".error_w in " + run.where(Kind::power) + ".meta");
  return at_most({100 * *energy.error_j / *energy.energy_j, "%", 3}, limits.error_pct, run.where(Kind::power));
}

// The meta file states the systematic error of a reading, which is so many steps of it.
Finding resolution(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::power)) return unknown("no power rows");
  if (!run.rail_facts.error_w)
    return unknown("no rail." + run.rail + ".error_w in " + run.where(Kind::power) + ".meta");
  Running power;
  for (const PowerReading* reading : fresh_readings(run, *phase)) power.add(*reading->power_w);
  const double mean_w = power.mean().value_or(0);
  if (mean_w <= 0) return fail("", "the mean power is not positive");
  const double step_w = *run.rail_facts.error_w / kErrorSteps;
  return at_most({100 * step_w / mean_w, "%", 3}, limits.resolution_pct, run.where(Kind::power));
}

// A board that draws no more during the steps than before and after them did not do the work: it is emulated and has no
// load, or the program ran elsewhere.
Finding idle(const Run& run, const Limits&) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::power)) return unknown("no power rows");
  if (run.steps.empty()) return unknown("no step rows");
  Running working, resting;
  for (const PowerReading* reading : fresh_readings(run, *phase)) working.add(*reading->power_w);
  double last_s = run.steps.front().end_s;
  for (const Step& step : run.steps) last_s = std::max(last_s, step.end_s);
  for (const PowerReading& reading : run.readings) {
    const bool outside =
        reading.mono_s <= run.steps.front().start_s || reading.mono_s - run.rail_facts.window_s >= last_s;
    if (outside && reading.power_w && !reading.stale) resting.add(*reading.power_w);
  }
  if (resting.count() < kFewestResting || !working.mean()) {
    return unknown("fewer than " + std::to_string(kFewestResting) +
                   " readings before the first step and after the last");
  }
  const auto error2 = [](const Running& power) {
    const double sd = power.sd().value_or(0);
    return sd * sd / static_cast<double>(power.count());
  };
  const double step_w = run.rail_facts.error_w.value_or(0) / kErrorSteps;
  const double noise_w = 3 * std::sqrt(error2(working) + error2(resting));
  const double least_w = std::max({step_w, noise_w, kLeastRise * *resting.mean()});
  return at_least({*working.mean() - *resting.mean(), "W", 3}, least_w, run.where(Kind::power));
}

Finding power_drift(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::power)) return unknown("no power rows");
  QuarterMeans means(*phase);
  for (const PowerReading* reading : fresh_readings(run, *phase)) means.add(reading->mono_s, *reading->power_w);
  const auto change = means.change();
  if (!change) return unknown("no readings in the first or the last quarter");
  return at_most({100 * std::fabs(*change / *means.first()), "%", 2}, limits.power_drift_pct, run.where(Kind::power));
}

Finding temperature_drift(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::load)) return unknown("no load rows");
  QuarterMeans means(*phase);
  for (const LoadReading* tick : load_in(run, *phase)) {
    if (tick->temp_max_c) means.add(tick->mono_s, *tick->temp_max_c);
  }
  const auto change = means.change();
  if (!change) return unknown("no temp_max_c in the first or the last quarter");
  return at_most({std::fabs(*change), "degC", 1}, limits.temperature_drift_c, run.where(Kind::load));
}

Finding total(const Run& run, const Limits&) {
  if (!run.has(Kind::power)) return unknown("no power rows");
  if (run.rail != "TOTAL") return unknown("rail " + run.rail + " is not the board's total");
  for (const File* file : run.files_of(Kind::power)) {
    const auto rule = io::meta_values(file->meta, "total_rule");
    if (!rule.empty() && rule.back() != "NA") return pass(rule.back(), file->path + ".meta: total_rule");
  }
  return unknown("no total_rule in " + run.where(Kind::power) + ".meta");
}

}  // namespace wattline::wattcheck
