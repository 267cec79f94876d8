// SPDX-License-Identifier: Apache-2.0
#include "model/account_log.hpp"

#include <algorithm>

namespace wattline::model {

double amount_between(const std::vector<RateSpan>& stretches, double from_s, double to_s) {
  const auto ends_before = [](const RateSpan& stretch, double t_s) { return stretch.end_s <= t_s; };
  double amount = 0;
  for (auto it = std::lower_bound(stretches.begin(), stretches.end(), from_s, ends_before);
       it != stretches.end() && it->start_s < to_s; ++it) {
    amount += it->rate * std::max(std::min(it->end_s, to_s) - std::max(it->start_s, from_s), 0.0);
  }
  return amount;
}

}  // namespace wattline::model
