// SPDX-License-Identifier: Apache-2.0
#include "platform/power/energy_counter.hpp"

#include <algorithm>

#include "base/counter.hpp"

namespace wattline::platform {

namespace {

constexpr double kMicrojoule = 1e-6;
// A package may exceed its rated power for seconds: short-term limits of mobile ones are several times as high.
constexpr double kTurbo = 5;
constexpr double kRefreshS = 1e-3;  // the counter is renewed about this often (Intel SDM 3B, 15.10)
constexpr double kUnitJ = 61e-6;
constexpr double kLongestS = 1, kShortestS = 0.01;  // between two looks
constexpr double kUnknownS = 0.02;                  // where the counter may wrap anywhere

}  // namespace

double EnergyCounter::ceiling_w() const {
  return rated_w_ > 0 ? std::min(kTurbo * rated_w_, kMostPower_w) : kMostPower_w;
}

double EnergyCounter::follow_every_s() const {
  const double half_s = static_cast<double>(wraps_at_uj_) * kMicrojoule / ceiling_w() / 2;
  return wraps_at_uj_ > 0 ? std::clamp(half_s, kShortestS, kLongestS) : kUnknownS;
}

// A step back is a wrap only if the energy up to the range and from 0 is what the package draws. Without a range that
// can be true, every step back is a counter that began again.
std::optional<std::int64_t> EnergyCounter::used_uj(std::int64_t now_uj, double dt_s) {
  const double most_uj = ceiling_w() * dt_s / kMicrojoule;
  if (wraps_at_uj_ > 0 && most_uj >= static_cast<double>(wraps_at_uj_)) {
    problem_ = "its energy counter may have wrapped more than once between two samples: power NA";
    return std::nullopt;
  }
  const bool back = now_uj < *last_uj_;
  const double likely_uj = rated_w_ > 0 ? rated_w_ * dt_s / kMicrojoule : most_uj;
  const auto step_uj = growth(*last_uj_, now_uj, static_cast<std::int64_t>(back ? likely_uj : most_uj), wraps_at_uj_);
  if (!step_uj) {
    problem_ = back ? "its energy counter went back without a wrap (begun again or reset): power NA"
                    : "its energy counter leapt by more than the package can draw: power NA";
  }
  return step_uj;
}

void EnergyCounter::follow(std::int64_t now_uj, std::int64_t mono_ns) {
  if (last_uj_ && mono_ns <= last_ns_) return;
  if (now_uj > wraps_at_uj_) wraps_at_uj_ = 0;  // the range is wrong
  if (last_uj_) sum_uj_ += used_uj(now_uj, static_cast<double>(mono_ns - last_ns_) * 1e-9).value_or(0);
  last_uj_ = now_uj;
  last_ns_ = mono_ns;
}

Reading EnergyCounter::sample(std::int64_t now_uj, std::int64_t mono_ns) {
  Reading reading;
  follow(now_uj, mono_ns);
  reading.problem = problem_;
  if (sampled_ns_ && mono_ns > *sampled_ns_ && problem_ == nullptr) {
    const double dt_s = static_cast<double>(mono_ns - *sampled_ns_) * 1e-9;
    reading.power_w = static_cast<double>(sum_uj_) * kMicrojoule / dt_s;
    reading.step_w = *reading.power_w * kRefreshS / dt_s + kUnitJ / dt_s;
  }
  sampled_ns_ = mono_ns;
  sum_uj_ = 0;
  problem_ = nullptr;
  return reading;
}

}  // namespace wattline::platform
