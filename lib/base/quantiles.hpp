// SPDX-License-Identifier: Apache-2.0
// Quantiles of any number of values in bounded memory: exact up to 4096 values; beyond that, from bins 0.1 % wide,
// accurate to 0.05 %. It allocates as it grows; where every microsecond counts, use DurationHistogram.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace wattline {

class Quantiles {
 public:
  void add(double value);
  void add(const Quantiles& other);
  // 0 <= q <= 1; empty without values. Values of zero and below share a bin at zero.
  std::optional<double> at(double q) const;
  std::int64_t count() const;

 private:
  void put_in_bins();
  std::optional<double> of_bins(double q) const;
  std::vector<double> values_;        // while they are few
  std::map<int, std::int64_t> bins_;  // once they are not: how many values each holds
  std::int64_t binned_ = 0;
};

}  // namespace wattline
