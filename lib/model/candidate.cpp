// SPDX-License-Identifier: Apache-2.0
#include "model/candidate.hpp"

#include <algorithm>
#include <cmath>

#include "base/knob_change.hpp"

namespace wattline::model {

namespace {

constexpr double kSafety = 0.5;  // standard deviations below a limit, before any mode is known to keep it
constexpr double kNoShare = 1e-9;

double normal_density(double u) {
  return std::exp(-0.5 * u * u) / std::sqrt(2 * M_PI);
}
double normal_share(double u) {
  return 0.5 * std::erfc(-u / std::sqrt(2.0));
}

}  // namespace

void Candidate::limit(double mean, double sd, double log_limit) {
  chance *= normal_share((log_limit - mean) / sd);
  excess = std::max(excess, mean - log_limit);
  cautious = std::max(cautious, mean + kSafety * sd - log_limit);
}

// Of a normal distribution that is cut off at the floor.
double expected_improvement(const Candidate& c, double best) {
  if (c.floor >= best) return 0;
  const double u = (best - c.value) / c.value_sd;
  const double v = (c.floor - c.value) / c.value_sd;
  const double above_floor = normal_share(-v);
  if (above_floor < kNoShare) return c.chance * (best - c.floor);
  const double below_best = u * (normal_share(u) - normal_share(v)) + normal_density(u) - normal_density(v);
  return c.chance * c.value_sd * below_best / above_floor;
}

Floor::Floor(const Device& device, const std::vector<Reading>& readings, double time_share, double power_share)
    : device_(device), time_share_(time_share), power_share_(power_share) {
  for (const Reading& r : readings) {
    const double least = time_share * (std::log(r.minibatch_ms) - kTimeTolerance) +
                         power_share * (std::log(r.power_w) - kPowerTolerance);
    known_.push_back({features(r.mode, device), least});
  }
}

double Floor::at(const Mode& mode) const {
  const Features x = features(mode, device_);
  double floor = -Candidate::kInfinity;
  for (const Known& known : known_) {
    KnobChange change;
    change.add(x.log_cores - known.x.log_cores);
    change.add(x.log_cpu - known.x.log_cpu);
    change.add(x.log_gpu - known.x.log_gpu);
    change.add(x.log_emc - known.x.log_emc);
    const double least = known.value - time_share_ * change.raised - power_share_ * kPowerExponent * change.lowered;
    floor = std::max(floor, least);
  }
  return floor;
}

}  // namespace wattline::model
