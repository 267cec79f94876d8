// SPDX-License-Identifier: Apache-2.0
// The power of each group of intervals, from the readings and what part of its averaging window each
// spent in each group.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/energy_result.hpp"
#include "joules/intervals.hpp"
#include "joules/power_file.hpp"
#include "joules/power_fit.hpp"

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
  using Powers = std::vector<std::optional<PowerFit::Power>>;
  struct Span {
    double start_s, end_s;
    std::size_t group;
  };
  struct Rail {
    RailFacts facts;
    std::optional<double> last_s;  // time of its last row
    double ages_s = 0;             // sum over the readings
    long long readings = 0;
    PowerFit fit;
    std::optional<Powers> powers;  // solved
  };
  void forget();
  void add_share(std::size_t group, double share);
  double shift_error_j(const Rail& rail, std::size_t group) const;
  std::vector<Rail> rails_;
  std::deque<Span> spans_;
  std::optional<std::size_t> last_group_;
  std::map<std::pair<std::size_t, std::size_t>, long long>
      followed_;  // how often the first group was followed by the second
  std::map<std::vector<std::string>, std::size_t> groups_;
  std::vector<PowerFit::Share> shares_;
  bool required_, given_up_ = false;
};

}  // namespace wattline::joules
