// SPDX-License-Identifier: Apache-2.0
// The power of each group of intervals, from the readings and what part of its averaging window each
// spent in each group.
#pragma once
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/energy_result.hpp"
#include "joules/conversion_times.hpp"
#include "joules/intervals.hpp"
#include "joules/power_file.hpp"
#include "joules/window_fits.hpp"

namespace wattline::joules {

class GroupPower {
 public:
  // `required`: more groups than can be fitted are a usage error; otherwise nothing is fitted then.
  GroupPower(const std::vector<RailFacts>& rails, bool required);
  // Intervals come in the order of their starts, each before the first reading that is later than its start.
  void open(const Interval& interval);
  void read(const PowerSample& sample);
  // The fitted energy of the group `key`, for as long as `sum`. None where the fit's part of the bound is larger than
  // half of it.
  std::optional<EnergyResult> fitted(const EnergyResult& sum, const std::vector<std::string>& key, std::size_t rail);

 private:
  struct Span {
    double start_s, end_s;
    std::size_t group;
  };
  struct Reading {
    double age_s, t_s, window_s, power_w;  // the window ended up to age_s before t_s
  };
  struct Window {
    double end_s, age_s, window_s;
  };
  using Windows = std::array<Window, WindowFits::kWindows>;
  // Sums of a group's shares in windows. Those with other time in them are left out; if these are many, the rest may
  // see one part of the intervals more often than another.
  struct Seen {
    double used = 0, left_out = 0;
    bool selected() const;
  };
  struct Rail {
    RailFacts facts;
    std::optional<PowerSample> last;  // row
    ConversionTimes conversions{0};
    std::vector<Reading> pending;  // of `conversions`; used when the intervals after them are known
    WindowFits fits;
    std::vector<Seen> seen;                                               // of each group
    std::optional<std::vector<std::optional<WindowFits::Power>>> powers;  // solved
  };
  void forget();
  static bool continues(Rail& rail, double after_s, const Reading& reading);
  void use_pending(Rail& rail);
  void use(Rail& rail, const Windows& windows, double power_w);
  static Windows any_time(const Reading& reading);
  bool find_shares(const Window& window, std::vector<PowerFit::Share>& shares, std::size_t pieces = 1) const;
  std::vector<Rail> rails_;
  std::deque<Span> spans_;
  double longest_s_ = 0;  // span
  std::map<std::vector<std::string>, std::size_t> groups_;
  WindowFits::Shares shares_;
  std::vector<PowerFit::Share> pieces_;
  bool required_, given_up_ = false;
};

}  // namespace wattline::joules
