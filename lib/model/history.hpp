// SPDX-License-Identifier: Apache-2.0
// The history of a search: every try in order, and the readings of each mode combined into one outcome.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "model/goal.hpp"

namespace wattline::model {

struct Try {
  Mode mode{};
  std::optional<Outcome> outcome;  // empty: the profile failed
};

// The mean of two outcomes, the median of more.
Outcome combine(const std::vector<Outcome>& outcomes);

// Whether two outcomes of one mode differ by more than noise: one of them is a fault.
bool disagree(const Outcome& a, const Outcome& b);

class History {
 public:
  History() = default;
  explicit History(const std::vector<Try>& tries);
  void add(const Try& entry);
  // The same without readings that were to be repeated and could not: the mode's next try failed.
  History repeatable() const;
  // The same as if no profile of this mode had given a reading.
  History without_readings(const Mode& mode) const;

  // From now on, best() takes the mode for this outcome, if its readings keep the limits.
  void expect(const Mode& mode, const Outcome& outcome);
  bool expects(const Mode& mode) const { return expected_.count(mode) != 0; }
  // The same without what was expected.
  History by_readings() const;

  const std::vector<Try>& tries() const { return tries_; }
  std::size_t distinct() const { return readings_.size(); }  // modes tried, failed ones too
  std::size_t repeated() const { return tries_.size() - distinct(); }
  bool tried(const Mode& mode) const { return readings_.count(mode) != 0; }
  std::size_t times_read(const Mode& mode) const;
  // Each mode that gave a reading, with the mean of two or the median of more. Of two readings that disagree the
  // slower is taken: most faults are modes that were not applied, and these read as too fast. If only their power
  // differs, the one of more power is taken.
  std::map<Mode, Outcome> combined() const;
  // One of them; empty when the mode was not tried or always failed.
  std::optional<Outcome> outcome(const Mode& mode) const;
  std::size_t failures_in_a_row() const;

  // The mode with the smallest objective that keeps every limit, with its combined or expected outcome.
  struct Best {
    Mode mode{};
    Outcome outcome;
  };
  std::optional<Best> best(const Goal& goal) const;

 private:
  std::vector<Try> tries_;
  std::map<Mode, std::vector<Outcome>> readings_;
  std::map<Mode, Outcome> expected_;
};

}  // namespace wattline::model
