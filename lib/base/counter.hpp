// SPDX-License-Identifier: Apache-2.0
// What a counter has counted between two looks at it.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace wattline {

// A counter only grows. One that goes back was reset or belongs to something else now, and one that grows by more than
// `most` has jumped: what it counted in between is not known. Nor is it if a look failed, which is NaN. A counter that
// starts again from 0 at `wraps_at` may go back once.
template <class Number>
std::optional<Number> growth(Number before, Number now, Number most, Number wraps_at = 0) {
  if (!(before >= 0 && now >= 0)) return std::nullopt;
  if (now < before && before >= wraps_at) return std::nullopt;
  const Number grown = now < before ? wraps_at - before + now : now - before;
  if (grown <= most) return grown;
  return std::nullopt;
}
template <class Number>
std::optional<Number> growth(Number before, Number now) {
  return growth(before, now, std::numeric_limits<Number>::max());
}

// A counter that is looked at again and again: how fast it grows.
class Rate {
 public:
  // The most that it can count: this much per second, and a bit more if its unit is coarse or a look comes late.
  explicit Rate(double most_per_s = std::numeric_limits<double>::infinity(), double slack = 0)
      : most_per_s_(most_per_s), slack_(slack) {}

  // Per second since the look before; NaN where that is not known, and at the first look.
  double update(double value, std::int64_t mono_ns) {
    const double dt_s = static_cast<double>(mono_ns - last_ns_) * 1e-9;
    const auto grown = growth(last_, value, most_per_s_ * dt_s + slack_);
    broken_ = !grown && std::isfinite(last_) && std::isfinite(value);
    last_ = value;
    last_ns_ = mono_ns;
    return grown && dt_s > 0 ? *grown / dt_s : NAN;
  }
  void limit(double most_per_s) { most_per_s_ = most_per_s; }
  // At the last look, the counter had gone back or jumped.
  bool is_broken() const { return broken_; }

 private:
  double most_per_s_, slack_;
  double last_ = NAN;
  std::int64_t last_ns_ = 0;
  bool broken_ = false;
};

}  // namespace wattline
