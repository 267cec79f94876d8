// SPDX-License-Identifier: Apache-2.0
// The verdict rows of an earlier run, which --baseline compares this one with.
#pragma once
#include <string>

#include "wattcheck/limits.hpp"

namespace wattline::wattcheck {

struct Baseline {
  std::string rule;  // step-energy, or mean-power if that run had no step rows
  double value = 0;  // in the unit of the rule
};

// Throws a data error if the rows of `path` are no verdicts, or have a value for neither rule.
Baseline read_baseline(const std::string& path);

// Limits the rule to the value of then and `rise_pct` more.
void limit_rise(Limits& limits, const Baseline& baseline, double rise_pct);

}  // namespace wattline::wattcheck
