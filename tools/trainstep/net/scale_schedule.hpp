// SPDX-License-Identifier: Apache-2.0
// By how much the loss is scaled before the backward pass in half precision, whose smallest gradients would be zero:
// the rule and the numbers of PyTorch's GradScaler.
#pragma once
#include <cmath>
#include <cstdint>

namespace wattline::trainstep {

class ScaleSchedule {
 public:
  struct State {
    double scale = 65536;
    std::int64_t good = 0;  // updates since the scale changed
  };
  ScaleSchedule() = default;
  explicit ScaleSchedule(const State& state) : state_(state) {}

  double scale() const { return state_.scale; }
  const State& state() const { return state_; }
  // After the gradients of an update were looked at: whether one of them was not finite, and the update left out.
  void take(bool overflow) {
    constexpr double kGrowth = 2, kBackoff = 0.5;
    constexpr std::int64_t kInterval = 2000;
    if (overflow) {
      state_ = {state_.scale * kBackoff, 0};
    } else if (++state_.good == kInterval) {
      const double grown = state_.scale * kGrowth;  // PyTorch's scale is a float
      state_ = {std::isfinite(static_cast<float>(grown)) ? grown : state_.scale, 0};
    }
  }

 private:
  State state_;
};

}  // namespace wattline::trainstep
