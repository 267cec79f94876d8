// SPDX-License-Identifier: Apache-2.0
#include "base/quantiles.hpp"

#include <cmath>
#include <limits>

#include "base/statistics.hpp"

namespace wattline {

namespace {

constexpr std::size_t kExact = 4096;
constexpr int kPerOctave = 1024;
constexpr int kZero = std::numeric_limits<int>::min();

// An octave is cut into equal parts, at most 1/1024 of the value wide.
int bin_of(double value) {
  if (!(value > 0)) return kZero;
  int octave = 0;
  const double mantissa = std::frexp(value, &octave);  // [0.5, 1)
  return octave * kPerOctave + static_cast<int>((2 * mantissa - 1) * kPerOctave);
}

double middle_of(int bin) {
  if (bin == kZero) return 0;
  const int octave = static_cast<int>(std::floor(static_cast<double>(bin) / kPerOctave));
  const double part = (bin - octave * kPerOctave + 0.5) / kPerOctave;
  return std::ldexp((1 + part) / 2, octave);
}

}  // namespace

void Quantiles::add(double value) {
  if (bins_.empty() && values_.size() < kExact) {
    values_.push_back(value);
    return;
  }
  put_in_bins();
  ++bins_[bin_of(value)];
  ++binned_;
}

void Quantiles::add(const Quantiles& other) {
  if (!other.bins_.empty()) put_in_bins();
  for (const auto& [bin, count] : other.bins_) bins_[bin] += count;
  binned_ += other.binned_;
  for (const double value : other.values_) add(value);
}

void Quantiles::put_in_bins() {
  for (const double value : values_) ++bins_[bin_of(value)];
  binned_ += static_cast<std::int64_t>(values_.size());
  values_ = {};
}

std::int64_t Quantiles::count() const {
  return binned_ + static_cast<std::int64_t>(values_.size());
}

std::optional<double> Quantiles::at(double q) const {
  return bins_.empty() ? quantile(values_, q) : of_bins(q);
}

std::optional<double> Quantiles::of_bins(double q) const {
  const double rank = q * static_cast<double>(binned_);
  std::int64_t seen = 0;
  for (const auto& [bin, count] : bins_) {
    seen += count;
    if (static_cast<double>(seen) >= rank) return middle_of(bin);
  }
  return middle_of(bins_.rbegin()->first);
}

}  // namespace wattline
