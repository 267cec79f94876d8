// SPDX-License-Identifier: Apache-2.0
// The rails of one run and their sums: one sweep reads them all, and keeps account of each.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/running_energy.hpp"
#include "platform/power/rails.hpp"
#include "powerlog/calibration.hpp"

namespace wattline::powerlog {

inline constexpr const char* kTotal = "TOTAL";
inline constexpr const char* kJtop41Total = "TOTAL_jtop-4.1";

// A rail, or a sum of rails such as TOTAL.
struct Series {
  // What each sweep uses comes first, close together: the caches are cold when a sweep begins.
  std::string name;
  std::vector<std::size_t> parts{};  // of a sum, indices of series; empty for a rail
  platform::Scope scope = platform::Scope::outside;
  bool printed = true;

  // The last sweep's reading, taken just before mono_ns.
  bool stale = false;
  platform::Reading reading{};
  std::optional<double> raw_w{};  // before the correction
  std::int64_t mono_ns = 0, time_ns = 0;
  double error_w = 0;
  std::int64_t fresh_ns = 0;  // when the sensor last gave something new
  Correction correction{};
  platform::Sensor sensor;

  // The account of the run.
  long long stale_readings = 0;
  RunningEnergy energy{};
  std::optional<double> idle_w{};
};

struct MeterOptions {
  std::vector<std::string> selected{};  // series to print; empty = all
  bool jtop_total = false;              // adds the sum that jetson_stats 4.1 calls total
  Calibration calibration{};
};

class Meter {
 public:
  // Throws a usage error that lists the names there are when one that is selected or calibrated is unknown.
  Meter(platform::Rails rails, const MeterOptions& options);

  // Reads every rail that is printed or part of a printed sum. Allocates nothing.
  void sweep(Clock& clock);
  // Adds the last sweep to each series' account.
  void account();
  // How often counters must be looked at between sweeps; 0 = there are none.
  double follow_every_s() const;
  void follow(Clock& clock);
  // The accounts so far become the idle baseline, and new ones begin.
  void end_baseline();

  // With the account of every sweep.
  const std::vector<Series>& series() {
    settle();
    return series_;
  }
  // The same without an account that is up to date.
  const std::vector<Series>& readings() const { return series_; }
  const platform::Rails& rails() const { return rails_; }
  // The longest window of the rails printed.
  double window_s() const;
  // Whether a rail that is printed is a counter of energy, which misses nothing between two readings.
  bool counts() const;

 private:
  // What a sweep adds to the account of a series.
  struct Entry {
    double time_s, error_w;
    std::optional<double> power_w;
    bool stale;
  };
  void add_rails();
  void add_sum(const std::string& name, const std::vector<std::size_t>& parts);
  void add_jtop_total();
  void select(const std::vector<std::string>& names, bool jtop_total);
  // Returns when it was read; to_time_ns: from that to the wall clock.
  std::int64_t read_rail(std::size_t i, Clock& clock, std::int64_t now_ns, std::int64_t to_time_ns);
  void add_up(Series& sum);
  // Adds the entries to the accounts.
  void settle();
  platform::Rails rails_;
  std::vector<Series> series_;     // the rails in their order, then the sums
  std::vector<std::size_t> read_;  // the rails to read
  std::vector<Entry> entries_;     // of sweeps that are in no account yet: one for each series per sweep
};

}  // namespace wattline::powerlog
