// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/parse.hpp"
#include "base/statistics.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

constexpr long long kFewestResting = 5;
constexpr double kMostNoise = 0.05, kLeastRise = 0.02;  // of the power before and after the steps

// What powerlog --idle measured before the run.
std::optional<double> idle_in_meta(const Run& run) {
  for (const File* file : run.files_of(Kind::power)) {
    const auto values = io::meta_values(file->meta, "rail." + run.rail + ".idle_w");
    if (!values.empty()) return to_double(values.back());
  }
  return std::nullopt;
}

}  // namespace

Finding coverage(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  return at_least({run.power->energy.coverage_pct, "%", 3}, limits.coverage_pct, run.where(Kind::power));
}

Finding error_bound(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  const EnergyResult& energy = run.power->energy;
  if (!energy.energy_j) return fail("", "the power is not known throughout the counted phase");
  if (*energy.energy_j <= 0) return fail("", "the energy is not positive");
  if (!energy.error_j) return unknown("no rail." + run.rail + ".error_w in " + run.where(Kind::power) + ".meta");
  return at_most({100 * *energy.error_j / *energy.energy_j, "%", 3}, limits.error_pct, run.where(Kind::power));
}

// The meta file states the systematic error of a reading, which is so many steps of it.
Finding resolution(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  if (!run.rail_facts.error_w)
    return unknown("no rail." + run.rail + ".error_w in " + run.where(Kind::power) + ".meta");
  const double mean_w = run.power->fresh_w.mean().value_or(0);
  if (mean_w <= 0) return fail("", "the mean power is not positive");
  const double step_w = *run.rail_facts.error_w / kErrorSteps;
  return at_most({100 * step_w / mean_w, "%", 3}, limits.resolution_pct, run.where(Kind::power));
}

// A board that draws no more during the steps than before and after them did not do the work: it is emulated and has no
// load, or the program ran elsewhere.
Finding idle(const Run& run, const Limits&) {
  if (!run.power) return unknown(missing_power(run));
  if (!run.steps.all) return unknown("no step rows");
  const Running &working = run.power->fresh_w, &resting = run.power->resting_w;
  if (!working.mean()) return unknown("no fresh reading in the counted phase");
  const double step_w = run.rail_facts.error_w.value_or(0) / kErrorSteps;
  if (resting.count() < kFewestResting) {
    if (const auto idle_w = idle_in_meta(run)) {
      const double least_w = std::max(step_w, kLeastRise * *idle_w);
      return at_least({*working.mean() - *idle_w, "W", 3}, least_w, run.where(Kind::power) + ".meta");
    }
    return unknown("fewer than " + std::to_string(kFewestResting) +
                   " readings before the first step and after the last");
  }
  const auto error2 = [](const Running& power) {
    const double sd = power.sd().value_or(0);
    return sd * sd / static_cast<double>(power.count());
  };
  const double noise_w = 3 * std::sqrt(error2(working) + error2(resting));
  if (noise_w > kMostNoise * *resting.mean()) return unknown("the power before and after the steps varies too much");
  const double least_w = std::max({step_w, noise_w, kLeastRise * *resting.mean()});
  return at_least({*working.mean() - *resting.mean(), "W", 3}, least_w, run.where(Kind::power));
}

// The energy of the counted phase, waits between its steps included, by their number.
Finding step_energy(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  if (!run.power->energy.energy_j) return unknown("the power is not known throughout the counted phase");
  const auto steps = static_cast<double>(run.steps.counted_ms.count());
  if (steps == 0) return unknown("no counted step rows");
  return at_most({*run.power->energy.energy_j / steps, "J", 6}, limits.step_energy_j, run.where(Kind::power));
}

Finding mean_power(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  const EnergyResult& energy = run.power->energy;
  if (!energy.energy_j) return unknown("the power is not known throughout the counted phase");
  return at_most({*energy.energy_j / energy.length_s, "W", 4}, limits.mean_power_w, run.where(Kind::power));
}

Finding power_drift(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  const auto change = run.power->quarters_w.change();
  if (!change) return unknown("no readings in the first or the last quarter");
  return at_most({100 * std::fabs(*change / *run.power->quarters_w.first()), "%", 2}, limits.power_drift_pct,
                 run.where(Kind::power));
}

Finding temperature_drift(const Run& run, const Limits& limits) {
  if (!run.load) return unknown("no load rows");
  const auto change = run.load->quarters_c.change();
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
