// SPDX-License-Identifier: Apache-2.0
// What a search knows: every try in order, and each mode's readings combined.
#pragma once
#include <map>
#include <vector>

#include "model/goal.hpp"

namespace wattline::model {

struct Try {
  Mode mode{};
  std::optional<Outcome> outcome;  // empty: the profile failed
};

// By more than noise: one of two readings of a mode is a fault.
bool disagree(const Outcome& a, const Outcome& b);

class History {
 public:
  History() = default;
  explicit History(const std::vector<Try>& tries);
  void add(const Try& entry);
  // The same without readings that were to be repeated and could not: the mode's next try failed.
  History repeatable() const;

  const std::vector<Try>& tries() const { return tries_; }
  std::size_t distinct() const { return readings_.size(); }  // modes tried, failed ones too
  std::size_t repeated() const { return tries_.size() - distinct(); }
  bool tried(const Mode& mode) const { return readings_.count(mode) != 0; }
  std::size_t times_read(const Mode& mode) const;
  // The mean of two readings, the median of more; empty when the mode was not tried or always failed. Of two that
  // disagree the slower counts: faults are mostly modes that were not applied, read as too fast.
  std::optional<Outcome> outcome(const Mode& mode) const;
  // The modes that gave a reading, ascending.
  std::vector<Mode> read_modes() const;
  std::size_t failures_in_a_row() const;

  // The mode with the smallest objective that keeps every limit.
  std::optional<Mode> best(const Goal& goal) const;

 private:
  std::vector<Try> tries_;
  std::map<Mode, std::vector<Outcome>> readings_;
};

}  // namespace wattline::model
