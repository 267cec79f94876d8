// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

std::optional<double> quantile(std::vector<double> values, double q) {
  if (values.empty()) return std::nullopt;
  const double position = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), nth, values.end());
  if (below + 1 >= values.size()) return *nth;
  const double above = *std::min_element(nth + 1, values.end());
  return *nth + (position - static_cast<double>(below)) * (above - *nth);
}

std::optional<double> median_of_means(const std::vector<double>& series, std::size_t parts) {
  parts = std::min(parts, series.size());
  std::vector<double> means;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t first = series.size() * part / parts, end = series.size() * (part + 1) / parts;
    double sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += series[i];
    means.push_back(sum / static_cast<double>(end - first));
  }
  return median(std::move(means));
}

void Running::add(double value) {
  min_ = count_ == 0 ? value : std::min(min_, value);
  max_ = count_ == 0 ? value : std::max(max_, value);
  ++count_;
  const double delta = value - mean_;
  mean_ += delta / static_cast<double>(count_);
  squares_ += delta * (value - mean_);
}

std::optional<double> Running::mean() const {
  return count_ > 0 ? std::optional<double>(mean_) : std::nullopt;
}
std::optional<double> Running::min() const {
  return count_ > 0 ? std::optional<double>(min_) : std::nullopt;
}
std::optional<double> Running::max() const {
  return count_ > 0 ? std::optional<double>(max_) : std::nullopt;
}

std::optional<double> Running::sd() const {
  if (count_ < 2) return std::nullopt;
  return std::sqrt(squares_ / static_cast<double>(count_ - 1));
}

}  // namespace wattline
