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

  // Read once and near a limit or surprising, or read twice with different results.
  bool about(const Mode& mode) const;
  // A mode whose only reading may lead the search astray: the most surprising of the newest mode, the best one and the
  // one that fits the others worst, if one is.
  std::optional<Mode> misleading() const;

 private:
  // How far the only reading of a mode is from what those of all others let expect, in standard deviations; 0 when
  // that may be noise.
  double surprise(const Mode& mode) const;
  bool asked_again(const Mode& mode) const;
  std::optional<Mode> worst_fit() const;
  std::vector<Reading> readings_without(const std::optional<Mode>& left_out) const;
  bool readings_disagree(const Mode& mode) const;
  const Goal& goal_;
  const History& history_;
  Device device_;
};

}  // namespace wattline::model
