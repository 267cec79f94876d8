// SPDX-License-Identifier: Apache-2.0
// Small statistics used by several tools.
#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace wattline {

// Linear interpolation between order statistics (Hyndman-Fan type 7, as numpy and R default). 0 <= q <= 1;
// empty input gives an empty result.
std::optional<double> quantile(std::vector<double> values, double q);
inline std::optional<double> median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

// Median of the means of `parts` equally long stretches of a series, or of its values when they are fewer: the mean of
// a quantity that swings, which one wild value cannot spoil (Nemirovsky and Yudin 1983). Empty for an empty series.
std::optional<double> median_of_means(const std::vector<double>& series, std::size_t parts);

// Running count, mean, standard deviation (Welford), minimum and maximum in constant memory.
class Running {
 public:
  void add(double value);
  long long count() const { return count_; }
  std::optional<double> mean() const;
  std::optional<double> sd() const;  // sample standard deviation; empty below two values
  std::optional<double> min() const;
  std::optional<double> max() const;

 private:
  long long count_ = 0;
  double mean_ = 0, squares_ = 0, min_ = 0, max_ = 0;
};

}  // namespace wattline
