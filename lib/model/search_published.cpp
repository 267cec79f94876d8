// SPDX-License-Identifier: Apache-2.0
// The policies of the AutoCITE draft, and random choice, to compare with. Each replays its own steps through the
// history and names the first mode that it needs and that was not tried.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "model/search.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kVisitOrder[] = {kCpu, kGpu, kCores, kEmc};

// A walk over the lattice that ends at the first mode without a reading.
class Walk {
 public:
  Walk(const Space& space, const Goal& goal, const History& history) : space_(space), goal_(goal), history_(history) {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      here_[axis] = space.levels(axis) / 2;
      last_[axis] = space.levels(axis) - 1;
    }
  }

  // Looks at a point; false = it has to be profiled first. A failed profile counts as over the limits.
  bool look(const LatticePoint& point) {
    const std::size_t index = *space_.nearest(point);
    const Mode& mode = space_.modes()[index];
    if (!history_.tried(mode)) {
      needed_ = Proposal{index, 0, history_.distinct() == 0};
      return false;
    }
    outcome_ = history_.outcome(mode);
    kept_ = outcome_ && goal_.feasible(mode, *outcome_);
    return true;
  }

  // Leaves out the point just seen and what lies on its wrong side, and moves to the middle of the rest of the axis.
  // False when nothing is left.
  bool halve(std::size_t axis) {
    const int first = kept_ ? here_[axis] + 1 : first_[axis];
    const int last = kept_ ? last_[axis] : here_[axis] - 1;
    if (first > last) return false;
    first_[axis] = first;
    last_[axis] = last;
    here_[axis] = first + (last - first + 1) / 2;
    return true;
  }

  LatticePoint end(std::size_t axis) const {
    LatticePoint point = here_;
    point[axis] = kept_ ? space_.levels(axis) - 1 : 0;
    return point;
  }

  const LatticePoint& here() const { return here_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }
  const std::optional<Proposal>& needed() const { return needed_; }

 private:
  const Space& space_;
  const Goal& goal_;
  const History& history_;
  LatticePoint here_{}, first_{}, last_{};
  std::optional<Outcome> outcome_;
  bool kept_ = false;
  std::optional<Proposal> needed_;
};

// |d time / d power| between two readings; 0 where power hardly changes.
double slope(const std::optional<Outcome>& a, const std::optional<Outcome>& b) {
  constexpr double kLeastWatts = 1;
  if (!a || !b || std::fabs(a->power_w - b->power_w) < kLeastWatts) return 0;
  return std::fabs((a->minibatch_ms - b->minibatch_ms) / (a->power_w - b->power_w));
}

}  // namespace

std::optional<Proposal> propose_binary(const Space& space, const Goal& goal, const SearchRules&,
                                       const History& history) {
  Walk walk(space, goal, history);
  std::size_t turn = 0;
  for (;;) {
    if (!walk.look(walk.here())) return walk.needed();
    std::size_t passed = 0;
    while (passed < 4 && !walk.halve(kVisitOrder[turn++ % 4])) ++passed;
    if (passed == 4) return std::nullopt;
  }
}

std::optional<Proposal> propose_gradient(const Space& space, const Goal& goal, const SearchRules&,
                                         const History& history) {
  Walk walk(space, goal, history);
  if (!walk.look(walk.here())) return walk.needed();
  const std::optional<Outcome> middle = walk.outcome();
  std::array<std::optional<Outcome>, 4> far_end;
  std::array<double, 4> steepness{};
  for (const std::size_t axis : kVisitOrder) {
    Walk aside = walk;  // the walk itself stays at the middle
    if (!aside.look(walk.end(axis))) return aside.needed();
    far_end[axis] = aside.outcome();
    steepness[axis] = slope(middle, far_end[axis]);
  }
  for (;;) {
    const auto steepest = std::max_element(steepness.begin(), steepness.end());
    if (*steepest == 0) return std::nullopt;
    const auto axis = static_cast<std::size_t>(steepest - steepness.begin());
    if (!walk.halve(axis)) {
      *steepest = 0;
      continue;
    }
    if (!walk.look(walk.here())) return walk.needed();
    *steepest = slope(walk.outcome(), far_end[axis]);
  }
}

std::optional<Proposal> propose_random(const Space& space, const Goal&, const SearchRules& rules,
                                       const History& history) {
  std::vector<std::size_t> order(space.modes().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(rules.seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  for (const std::size_t index : order) {
    if (!history.tried(space.modes()[index])) return Proposal{index, 0, false};
  }
  return std::nullopt;
}

std::optional<Proposal> propose_nothing(const Space&, const Goal&, const SearchRules&, const History&) {
  return std::nullopt;
}

}  // namespace wattline::model
