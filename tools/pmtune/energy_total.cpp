// SPDX-License-Identifier: Apache-2.0
#include "pmtune/energy_total.hpp"

#include <fmt/format.h>

namespace wattline::pmtune {

void EnergyTotal::add(double seconds, std::optional<double> joules) {
  seconds_ += seconds;
  ++windows_;
  if (!joules) {
    ++unmeasured_;
    return;
  }
  measured_s_ += seconds;
  joules_ += *joules;
}

std::string EnergyTotal::why_unknown() const {
  const std::string text = fmt::format("the power was not read throughout {} of {} windows", unmeasured_, windows_);
  return measured_s_ > 0 ? text + fmt::format(" (mean power {:.2f} W in the others)", mean_w()) : text;
}

}  // namespace wattline::pmtune
