// SPDX-License-Identifier: Apache-2.0
// Which readings of a search are probably faults (a mode that was not applied, a disturbed run) and should be repeated.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::model {

class FaultCheck {
 public:
  FaultCheck(const Space& space, const Goal& goal, const History& history);

  // True for a mode that was read once and is near a limit, perhaps a fault, or far below an expected power that
  // exceeds the budget; and for one that was read twice with different results. The mode must have been read.
  bool needs_recheck(const Mode& mode) const;
  struct Suspect {
    Mode mode{};
    bool too_slow = false;  // otherwise too fast
  };
  // The mode whose only reading is most probably a fault, while readings are so few that it misleads the fit.
  std::optional<Suspect> suspect() const;

 private:
  struct Doubt {
    double chance = 0;  // that the reading is a fault
    bool too_slow = false;
  };
  // About the only reading of a mode, given the readings of all other modes; no doubt about modes with several readings
  // that agree.
  Doubt doubt(const Mode& mode) const;
  // Whether the power expected of a mode exceeds the budget, and its reading is far below the expected power.
  bool reads_too_little(const Mode& mode) const;
  double chance_beside_others(const Mode& mode, const std::vector<ModeReading>& others) const;
  bool asked_again(const Mode& mode) const;
  std::vector<ModeReading> readings_without(const Mode& left_out) const;
  bool confirmed(const Mode& mode) const;
  bool readings_disagree(const Mode& mode) const;
  const Goal& goal_;
  const History& history_;
  std::map<Mode, Outcome> outcomes_;  // combined
  DeviceLimits device_;
};

}  // namespace wattline::model
