// SPDX-License-Identifier: Apache-2.0
// The rails of one run and their sums: one sweep reads them all, and keeps account of each.
#pragma once
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/energy.hpp"
#include "platform/rails.hpp"

namespace wattline::powerlog {

inline constexpr const char* kTotal = "TOTAL";

// A rail, or a sum of rails such as TOTAL.
struct Series {
  std::string name;
  platform::Scope scope = platform::Scope::outside;
  platform::Sensor sensor;
  std::vector<std::size_t> parts{};  // of a sum, indices of series; empty for a rail
  bool printed = true;

  // The last sweep's reading, taken just before mono_ns.
  platform::Reading reading{};
  std::int64_t mono_ns = 0, time_ns = 0;
  bool stale = false;
  double error_w = 0;

  // The account of the run.
  long long stale_readings = 0;
  EnergyIntegral energy{};
  std::int64_t fresh_ns = 0;  // when the sensor last gave something new
};

class Meter {
 public:
  // `selected` names the series to print; empty = all. Throws a usage error that lists the names there are.
  Meter(platform::Rails rails, const std::vector<std::string>& selected);

  // Reads every rail that is printed or part of a printed sum. Allocates nothing.
  void sweep(Clock& clock);
  // Adds the last sweep to each series' account. `missed`: ticks passed unseen before it.
  void account(bool missed);

  const std::vector<Series>& series() const { return series_; }
  const platform::Rails& rails() const { return rails_; }
  // The longest window of the rails printed.
  double window_s() const;

 private:
  void add_sum(const std::string& name, const std::vector<std::size_t>& parts);
  void select(const std::vector<std::string>& names);
  void read_rail(std::size_t i, Clock& clock);
  void add_up(Series& sum);
  platform::Rails rails_;
  std::vector<Series> series_;     // the rails in their order, then the sums
  std::vector<std::size_t> read_;  // the rails to read
};

}  // namespace wattline::powerlog
