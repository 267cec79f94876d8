// SPDX-License-Identifier: Apache-2.0
#include "base/energy_result.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

namespace {

constexpr double kSigmas = 3;
constexpr double kVague = 0.5;          // of the energy
constexpr double kUnseenPeak = 3;       // times the highest reading, and
constexpr double kBusyToIdle = 10;      // times the lowest one: what a busy board may draw
constexpr double kUnseen = 0.3;         // share of the time
constexpr double kManyReadings = 40;    // with fewer, one of eight parts is unseen by chance, but
constexpr double kInStep = 0.6;         // not so many
constexpr long long kFewSegments = 32;  // whose own changes say little about their variance

double percent(double part, double whole) {
  return whole > 0 ? std::min(100.0, 100 * part / whole) : 0;
}

// Three sigma of what the sensor did not see. At worst all readings have the same error.
double random_j(const IntervalEnergy& sums) {
  double sampling_j2 = sums.sampling_j2;
  if (sums.segments < kFewSegments) sampling_j2 = std::max(sampling_j2, sums.usual_j2);
  const double same_j2 = sampling_j2 * std::max(1.0, static_cast<double>(sums.segments));
  const double unseen_j2 = std::min(std::max(sums.repeated_j2, sampling_j2), same_j2);
  return kSigmas * std::sqrt(unseen_j2 + sums.jitter_j2);
}

// The most that a rail may draw while no reading sees it.
double unseen_peak_w(const IntervalEnergy& sums) {
  return std::max(kUnseenPeak * std::fabs(sums.high_w), kBusyToIdle * std::fabs(sums.low_w));
}

// How far the energy of `length_s` that is not resolved may be from energy_j. No reading need have seen its power, so
// it may be anything from none to more than the highest reading; and in what is shorter than the window by a factor, it
// may be higher by that factor than the readings.
double unresolved_error_j(double peak_w, double length_s, double energy_j, double smoothed_j) {
  const double most_j = peak_w * length_s;
  return length_s > 0 ? std::max({most_j - energy_j, std::fabs(energy_j), smoothed_j}) : 0;
}

double smoothed_j(double energy_j, double length_s, const RailFacts& facts) {
  if (length_s <= 0 || length_s >= facts.window_s) return 0;
  return std::fabs(energy_j) * std::max(1.0, facts.window_s / length_s - 1);
}

EnergyResult describe(double length_s, const IntervalEnergy& sums) {
  EnergyResult result;
  result.length_s = length_s;
  result.samples = sums.samples;
  result.coverage_pct = percent(sums.covered_s, length_s);
  return result;
}

struct Errors {
  double alias_j = 0;        // bound of what the sampling error is if readings keep step with the intervals
  double attribution_j = 0;  // bound of what may belong to neighbours
};

void set_energy(EnergyResult& result, const IntervalEnergy& sums, const Errors& errors, const RailFacts& facts) {
  result.coverage_pct = 100;
  result.energy_j = sums.energy_j;
  if (result.length_s > 0) result.mean_power_w = sums.energy_j / result.length_s;
  if (!facts.error_w) return;
  const double sampling_j = std::max(random_j(sums), errors.alias_j);
  result.error_j = *facts.error_w * result.length_s + sampling_j + sums.missed_j + errors.attribution_j;
  result.in_step = errors.alias_j > *result.error_j / 2;
}

}  // namespace

EnergyResult evaluate(const IntervalEnergy& interval, const RailFacts& facts, bool interpolate) {
  const double length_s = interval.length_s();
  EnergyResult result = describe(length_s, interval);
  result.too_short = interval.covered() && !interpolate && !interval.resolved();
  if (!interval.covered() || result.too_short) {
    if (result.too_short) result.coverage_pct = 100;
    return result;
  }
  const double attribution_j = interval.resolved()
                                   ? interval.first_edge_j + interval.end_edge_j()
                                   : unresolved_error_j(unseen_peak_w(interval), length_s, interval.energy_j,
                                                        smoothed_j(interval.energy_j, length_s, facts));
  set_energy(result, interval, {0, attribution_j}, facts);
  return result;
}

bool is_vague(const EnergyResult& energy) {
  return energy.energy_j && energy.error_j && *energy.error_j > kVague * std::fabs(*energy.energy_j);
}

void EnergySum::end_run(const Run& run, const RailFacts& facts, RunErrors& errors) {
  if (run.length_s >= run.resolution_s) {
    errors.edges_j += run.first_edge_j + run.last_edge_j;
    errors.gaps_s += run.gaps_s;
    return;
  }
  errors.unresolved_s += run.length_s;
  errors.unresolved_j += run.energy_j;
  errors.smoothed_j += smoothed_j(run.energy_j, run.length_s, facts);
}

void EnergySum::add(const IntervalEnergy& interval, const RailFacts& facts) {
  const double gap_s = std::max(interval.start_s - run_.end_s, 0.0);
  const bool continues = intervals_ > 0 && gap_s < std::max(kContiguousS, interval.longest_segment_s);
  if (!continues) {
    if (intervals_ > 0) end_run(run_, facts, errors_);
    run_ = Run{};
    ++runs_;
    run_.first_edge_j = interval.first_edge_j;
  } else if (gap_s > kContiguousS) {
    run_.gaps_s += gap_s;
  }
  for (std::size_t quarter = 0; quarter < interval.readings.size(); ++quarter) {
    Part& part = parts_[interval.readings.size() * static_cast<std::size_t>(intervals_ % 2) + quarter];
    part.length_s += interval.length_s() / static_cast<double>(interval.readings.size());
    part.readings += interval.readings[quarter];
  }
  ++intervals_;
  run_.end_s = interval.end_s;
  run_.length_s += interval.length_s();
  run_.energy_j += interval.energy_j;
  run_.resolution_s = std::max(run_.resolution_s, interval.resolution_s);
  run_.last_edge_j = interval.end_edge_j();
  length_s_ += interval.length_s();
  total_.covered_s += interval.covered_s;
  total_.samples += interval.samples;
  total_.segments += interval.segments;
  total_.energy_j += interval.energy_j;
  total_.sampling_j2 += interval.sampling_j2;
  total_.repeated_j2 += interval.repeated_j2;
  total_.usual_j2 += interval.usual_j2;
  total_.jitter_j2 += interval.jitter_j2;
  total_.missed_j += interval.missed_j;
  total_.unseen_s += interval.unseen_s;
  total_.low_w = interval.low_w;
  total_.high_w = interval.high_w;
  complete_ = complete_ && (interval.covered() || interval.length_s() == 0);
  total_.touched = total_.touched || interval.touched;
}

double EnergySum::attribution_j(const RunErrors& errors) const {
  const double peak_w = unseen_peak_w(total_);
  return errors.edges_j + errors.gaps_s * peak_w +
         unresolved_error_j(peak_w, errors.unresolved_s, errors.unresolved_j, errors.smoothed_j);
}

// Readings at regular times may keep step with intervals that are short: then they see one part of these more often
// than it lasts, and another seldom or never. Their mean is wrong by that share of the range of the power.
double EnergySum::alias_j() const {
  return total_.unseen_s < kUnseen * total_.covered_s ? 0 : misplaced() * total_.covered_s * range_w();
}

// Share of the readings that fell into other parts than they would have if they came at any time.
double EnergySum::misplaced() const {
  double readings = 0, share = 0;
  for (const Part& part : parts_) readings += part.readings;
  if (readings == 0) return 1;
  for (const Part& part : parts_) share += std::fabs(part.readings / readings - part.length_s / length_s_) / 2;
  return share;
}

// Of the power: if the readings keep step, the parts that none fell into may have drawn more than any reading.
double EnergySum::range_w() const {
  double readings = 0;
  bool all_seen = true;
  for (const Part& part : parts_) {
    readings += part.readings;
    all_seen = all_seen && (part.length_s == 0 || part.readings > 0);
  }
  const bool in_step = !all_seen && (readings >= kManyReadings || misplaced() > kInStep);
  return in_step ? unseen_peak_w(total_) : total_.high_w - total_.low_w;
}

bool EnergySum::resolved() const {
  RunErrors errors = errors_;
  end_run(run_, {}, errors);
  return errors.unresolved_s == 0 && errors.gaps_s == 0;
}

EnergyResult EnergySum::evaluate(const RailFacts& facts, bool interpolate) const {
  EnergyResult result = describe(length_s_, total_);
  if (!complete_ || !total_.touched) return result;
  RunErrors errors = errors_;
  end_run(run_, facts, errors);
  set_energy(result, total_, {alias_j(), attribution_j(errors)}, facts);
  result.too_short = !interpolate && !resolved() && attribution_j(errors) > kVague * std::fabs(total_.energy_j);
  if (result.too_short) result.energy_j = result.mean_power_w = result.error_j = std::nullopt;
  return result;
}

}  // namespace wattline
