// SPDX-License-Identifier: Apache-2.0
#include "base/energy_result.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

namespace {

constexpr double kContiguousS = 1e-3;  // steps follow each other within the trainer's own bookkeeping
constexpr double kSigmas = 3;

double percent(double part, double whole) {
  return whole > 0 ? std::min(100.0, 100 * part / whole) : 0;
}

EnergyResult describe(double length_s, double covered_s, long long samples) {
  EnergyResult result;
  result.length_s = length_s;
  result.samples = samples;
  result.coverage_pct = percent(covered_s, length_s);
  return result;
}

// At worst all readings have the same error.
double random_j2(double sampling_j2, double repeated_j2, long long samples) {
  return std::min(repeated_j2, sampling_j2 * std::max(1.0, static_cast<double>(samples)));
}

void set_energy(EnergyResult& result, double energy_j, double random_j2, double edges_j, const RailFacts& facts) {
  result.energy_j = energy_j;
  if (result.length_s > 0) result.mean_power_w = energy_j / result.length_s;
  if (facts.error_w) result.error_j = *facts.error_w * result.length_s + kSigmas * std::sqrt(random_j2) + edges_j;
}

}  // namespace

EnergyResult evaluate(const IntervalEnergy& interval, const RailFacts& facts, bool interpolate) {
  EnergyResult result = describe(interval.length_s(), interval.covered_s, interval.samples);
  result.too_short = interval.covered() && !interpolate && interval.length_s() < facts.window_s;
  if (!interval.covered() || result.too_short) return result;
  result.coverage_pct = 100;
  const double edges_j = edge_error_j(interval.edge_start_w, facts) + edge_error_j(interval.edge_end_w, facts);
  set_energy(result, interval.energy_j, random_j2(interval.sampling_j2, interval.repeated_j2, interval.samples),
             edges_j, facts);
  return result;
}

void EnergySum::add(const IntervalEnergy& interval, const RailFacts& facts) {
  const bool continues = intervals_ > 0 && std::fabs(interval.start_s - run_end_s_) < kContiguousS;
  if (intervals_ > 0 && !continues) {
    shortest_run_s_ = shortest_run_s_ == 0 ? run_length_s_ : std::min(shortest_run_s_, run_length_s_);
    edges_j_ += run_edge_j_;
  }
  if (!continues) {
    run_length_s_ = 0;
    edges_j_ += edge_error_j(interval.edge_start_w, facts);
  }
  ++intervals_;
  run_length_s_ += interval.length_s();
  run_end_s_ = interval.end_s;
  run_edge_j_ = edge_error_j(interval.edge_end_w, facts);
  length_s_ += interval.length_s();
  covered_s_ += interval.covered_s;
  samples_ += interval.samples;
  energy_j_ += interval.energy_j;
  sampling_j2_ += interval.sampling_j2;
  repeated_j2_ += interval.repeated_j2;
  complete_ = complete_ && (interval.covered() || interval.length_s() == 0);
  touched_ = touched_ || interval.touched;
}

EnergyResult EnergySum::evaluate(const RailFacts& facts, bool interpolate) const {
  EnergyResult result = describe(length_s_, covered_s_, samples_);
  const double shortest = shortest_run_s_ == 0 ? run_length_s_ : std::min(shortest_run_s_, run_length_s_);
  const bool covered = complete_ && touched_;
  result.too_short = covered && !interpolate && shortest < facts.window_s;
  if (!covered || result.too_short) return result;
  result.coverage_pct = 100;
  set_energy(result, energy_j_, random_j2(sampling_j2_, repeated_j2_, samples_), edges_j_ + run_edge_j_, facts);
  return result;
}

}  // namespace wattline
