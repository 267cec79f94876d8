// SPDX-License-Identifier: Apache-2.0
// Rows of a bench: a title, then cells.
#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/statistics.hpp"

namespace wattline::bench {

inline void title(const std::string& text) {
  fmt::print("\n# {}\n", text);
}

template <class... Cells>
void row(const Cells&... cells) {
  std::string line;
  ((line += fmt::format("{}\t", cells)), ...);
  line.back() = '\n';
  fmt::print("{}", line);
  std::fflush(stdout);
}

inline std::string fixed(double value, int decimals = 2) {
  return fmt::format("{:.{}f}", value, decimals);
}

// "median / mean / 95th percentile / worst" of a set; NA when it is empty.
struct Spread {
  std::vector<double> values{};
  void add(double value) { values.push_back(value); }
  void add(const Spread& other) { values.insert(values.end(), other.values.begin(), other.values.end()); }
  double mean() const {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / double(values.size());
  }
  std::string text() const {
    if (values.empty()) return "NA\tNA\tNA\tNA";
    return fixed(*median(values)) + "\t" + fixed(mean()) + "\t" + fixed(*quantile(values, 0.95)) + "\t" +
           fixed(*quantile(values, 1));
  }
  double share_within(double limit) const {
    double count = 0;
    for (const double value : values) count += value <= limit ? 1 : 0;
    return values.empty() ? 0 : 100 * count / double(values.size());
  }
};

}  // namespace wattline::bench
