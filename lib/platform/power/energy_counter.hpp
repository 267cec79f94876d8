// SPDX-License-Identifier: Apache-2.0
// The power behind an energy counter that wraps, may begin again, and may be told wrong about its range.
#pragma once
#include <cstdint>
#include <optional>

#include "platform/power/rail.hpp"

namespace wattline::platform {

// No package of a PC or server draws more, not even for a moment.
constexpr double kMostPower_w = 1000;

class EnergyCounter {
 public:
  // wraps_at_uj: 0 = not known. rated_w: the power that the package is made for; 0 = not known.
  EnergyCounter(std::int64_t wraps_at_uj, double rated_w) : wraps_at_uj_(wraps_at_uj), rated_w_(rated_w) {}

  // Takes the counter in between two samples, so that no wrap is missed.
  void follow(std::int64_t now_uj, std::int64_t mono_ns);
  // Mean power since the previous sample; the first one has none, nor has one whose energy is not known.
  Reading sample(std::int64_t now_uj, std::int64_t mono_ns);
  // It must be looked at this often: it wraps at most once meanwhile, and a counter that began again is seldom so near
  // its end that it looks like a wrap. Where its range is not known, each wrap is seen, and its sample has no power.
  double follow_every_s() const;

 private:
  // More than any load takes, also for the seconds in which a package may exceed its rated power.
  double ceiling_w() const;
  std::optional<std::int64_t> used_uj(std::int64_t now_uj, double dt_s);
  std::int64_t wraps_at_uj_;
  double rated_w_;
  std::optional<std::int64_t> last_uj_{};
  std::int64_t last_ns_ = 0;
  std::optional<std::int64_t> sampled_ns_{};
  std::int64_t sum_uj_ = 0;        // since the last sample
  const char* problem_ = nullptr;  // why this sum is not known
};

}  // namespace wattline::platform
