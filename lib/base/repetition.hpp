// SPDX-License-Identifier: Apache-2.0
// Tells whether the readings of a periodic load fall at the same few moments of its period again and again. Their
// errors are then equal, too, and do not average out.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace wattline {

class Repetition {
 public:
  void add(double power_w) {
    ring_[next_] = ring_[next_ + kLags] = power_w;
    const double* const before = &ring_[next_ + kLags];  // before[-j] is the reading j before this one
    for (std::size_t j = 1; j < kLags; ++j) {
      const double change = power_w - before[-static_cast<std::ptrdiff_t>(j)];
      squares_[j] += share_[j] * (change * change - squares_[j]);
    }
    next_ = (next_ + 1) % kLags;
    update_shares();
  }
  // Of consecutive readings.
  double mean_square_change() const { return squares_[1]; }
  // By how much the variance of a sum of many readings is larger than that of independent ones: twice the number of
  // lags at which readings are much more alike than neighbours are, plus 1.
  double factor() const {
    std::size_t alike = 0;
    for (std::size_t j = 2; j < kLags; ++j) alike += judged(j) && squares_[j] < kAlike * squares_[1] ? 1 : 0;
    return 1 + 2 * static_cast<double>(alike);
  }

 private:
  static constexpr std::size_t kLags = 32;
  static constexpr std::size_t kFewest = 16;   // pairs of readings at a lag
  static constexpr std::size_t kMemory = 256;  // readings over which the mean forgets earlier ones
  static constexpr double kAlike = 0.25;       // with 16 independent pairs, one ratio in 1,000 is below this

  bool judged(std::size_t lag) const { return readings_ >= lag + kFewest; }
  // The weight of the next pair at each lag.
  void update_shares() {
    ++readings_;
    if (readings_ > kLags + kMemory) return;
    for (std::size_t j = 1; j < kLags; ++j) {
      share_[j] = readings_ < j ? 0 : 1 / static_cast<double>(std::min(readings_ - j + 1, kMemory));
    }
  }
  std::array<double, 2 * kLags> ring_{};
  std::array<double, kLags> squares_{}, share_{};  // mean square of the change at each lag
  std::size_t next_ = 0, readings_ = 0;
};

}  // namespace wattline
