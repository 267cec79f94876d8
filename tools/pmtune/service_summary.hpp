// SPDX-License-Identifier: Apache-2.0
// What became of a service, in one line.
#pragma once
#include <map>
#include <string>

#include "model/service_demand.hpp"
#include "pmtune/energy_total.hpp"
#include "pmtune/rows.hpp"

namespace wattline::pmtune {

class ServiceSummary {
 public:
  explicit ServiceSummary(const model::LatencyTarget& target) : target_(target) {}
  void add(const model::AnsweredRequest& request);
  void add(const TuneRow& row);
  std::string text() const;
  // Why the target was not kept; empty = it was.
  std::string problem() const;

 private:
  double share() const;
  std::string held() const;
  model::LatencyTarget target_;
  std::size_t requests_ = 0, within_ = 0, changes_ = 0;
  double exploring_s_ = 0;
  EnergyTotal total_;
  std::string mode_;  // of the latest window
  std::map<std::string, double> in_mode_s_;
};

}  // namespace wattline::pmtune
