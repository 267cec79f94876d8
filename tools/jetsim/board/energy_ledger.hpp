// SPDX-License-Identifier: Apache-2.0
// The true energy of every rail: power is constant between entries, so energy is exact at any time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wattline::jetsim {

class EnergyLedger {
 public:
  EnergyLedger(std::size_t rails, std::int64_t start_ns);
  // Power of each rail from the last entry to `end_ns`.
  void add(std::int64_t end_ns, const std::vector<double>& watts);
  // Joules of a rail since the start; before the start 0, after the last entry the last value.
  double joules(std::size_t rail, std::int64_t at_ns) const;
  // Mean watts over an interval that ended.
  double mean(std::size_t rail, std::int64_t from_ns, std::int64_t to_ns) const;
  std::int64_t start_ns() const { return times_.front(); }
  std::int64_t end_ns() const { return times_.back(); }

 private:
  void thin();
  std::size_t rails_;
  std::vector<std::int64_t> times_;
  std::vector<double> joules_;  // rails_ values per time
};

}  // namespace wattline::jetsim
