// SPDX-License-Identifier: Apache-2.0
// Which readings of a search are probably faults: modes that were not applied, disturbed runs.
#pragma once
#include <map>
#include <utility>
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
  // Of a mode's reading: as among the suspects, if there are any; else apart from the other readings' chances.
  double chance_of_fault(const Mode& mode) const;
  struct Suspect {
    Mode mode{};
    double chance = 0;  // that its reading, and no other one, is a fault
  };
  // The modes that no second reading has confirmed. Empty if the readings are so many that one fault does no harm.
  const std::vector<Suspect>& suspects() const { return suspects_; }

 private:
  // A faster and a slower mode, of which no hardware could give both readings.
  using Contradiction = std::pair<Mode, Mode>;
  std::vector<Contradiction> contradictions() const;
  // Odds of a fault, given the readings of all other modes; 0 for a mode with several readings that agree.
  double fault_odds(const Mode& mode) const;
  std::vector<Suspect> weigh() const;
  // Whether the power expected of a mode exceeds the budget, and its reading is far below the expected power.
  bool reads_too_little(const Mode& mode) const;
  std::vector<ModeReading> readings_without(const Mode& left_out) const;
  bool readings_disagree(const Mode& mode) const;
  const Goal& goal_;
  const History& history_;
  std::map<Mode, Outcome> outcomes_;  // combined
  DeviceLimits device_;
  Priors priors_;
  std::vector<Suspect> suspects_;
};

}  // namespace wattline::model
