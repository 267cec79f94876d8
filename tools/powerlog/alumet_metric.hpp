// SPDX-License-Identifier: Apache-2.0
// What a metric of Alumet measures: its CSV output ends the name with the unit (append_unit_to_metric_name).
#pragma once
#include <string>

namespace wattline::powerlog {

enum class AlumetQuantity { power, voltage, current, energy, other };

struct AlumetMetric {
  std::string stem;  // the name without its unit
  AlumetQuantity quantity = AlumetQuantity::other;
  double unit = 0;  // in W, V, A or J
};
AlumetMetric parse_alumet_metric(const std::string& name);

}  // namespace wattline::powerlog
