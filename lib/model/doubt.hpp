// SPDX-License-Identifier: Apache-2.0
// Which readings of a search may not hold when they are taken again.
#pragma once
#include <optional>
#include <vector>

#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::model {

class Doubt {
 public:
  Doubt(const Space& space, const Goal& goal, const History& history);

  // Read once and near a limit or perhaps a fault, or read twice with different results.
  bool about(const Mode& mode) const;
  // A mode whose only reading is most likely a fault that leads the search astray, if there is one.
  std::optional<Mode> misleading() const;

 private:
  // That the only reading of a mode is a fault, beside what the readings of all others let expect; 0 of other modes.
  double chance_of_fault(const Mode& mode) const;
  double chance_beside_others(const Mode& mode, const std::vector<Reading>& others) const;
  bool asked_again(const Mode& mode) const;
  std::vector<Reading> readings_without(const Mode& left_out) const;
  bool readings_disagree(const Mode& mode) const;
  const Goal& goal_;
  const History& history_;
  Device device_;
};

}  // namespace wattline::model
