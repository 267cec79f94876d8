// SPDX-License-Identifier: Apache-2.0
// Quantiles of durations in constant memory. There are 16 equal buckets per octave, so that a quantile is accurate to
// about 3 %.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace wattline {

class DurationHistogram {
 public:
  void add(std::int64_t ns) {
    ++counts_[bucket(ns)];
    ++total_;
    max_ns_ = std::max(max_ns_, ns);
  }
  // In seconds; empty without values.
  std::optional<double> quantile_s(double q) const {
    if (total_ == 0) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(std::ceil(q * static_cast<double>(total_)));
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_[i];
      if (seen >= rank && seen > 0) return middle_ns(i) * 1e-9;
    }
    return max_s();
  }
  std::optional<double> max_s() const {
    return total_ > 0 ? std::optional<double>(static_cast<double>(max_ns_) * 1e-9) : std::nullopt;
  }

 private:
  static constexpr int kPerOctave = 16, kOctaves = 40;
  static constexpr std::size_t kBuckets = std::size_t{kPerOctave} * kOctaves;
  static std::size_t bucket(std::int64_t ns) {
    if (ns <= 1) return 0;
    int octave = 0;
    for (std::int64_t rest = ns; rest > 1; rest >>= 1) ++octave;
    const std::int64_t part = ((ns - (std::int64_t{1} << octave)) * kPerOctave) >> octave;
    return std::min(static_cast<std::size_t>(std::int64_t{kPerOctave} * octave + part), kBuckets - 1);
  }
  static double middle_ns(std::size_t bucket) {
    const double part = static_cast<double>(bucket % kPerOctave) + 0.5;
    return std::ldexp(1 + part / kPerOctave, static_cast<int>(bucket / kPerOctave));
  }
  std::array<std::int64_t, kBuckets> counts_{};
  std::int64_t total_ = 0, max_ns_ = 0;
};

}  // namespace wattline
