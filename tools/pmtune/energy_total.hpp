// SPDX-License-Identifier: Apache-2.0
// The energy of windows, some of which may not know theirs.
#pragma once
#include <optional>
#include <string>

namespace wattline::pmtune {

class EnergyTotal {
 public:
  void add(double seconds, std::optional<double> joules);
  double seconds() const { return seconds_; }
  bool is_known() const { return unmeasured_ == 0 && seconds_ > 0; }
  double joules() const { return joules_; }
  double mean_w() const { return joules_ / measured_s_; }
  // Why it is not known, with the mean power of the windows that know theirs.
  std::string why_unknown() const;

 private:
  double seconds_ = 0, measured_s_ = 0, joules_ = 0;
  int windows_ = 0, unmeasured_ = 0;
};

}  // namespace wattline::pmtune
