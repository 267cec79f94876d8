// SPDX-License-Identifier: Apache-2.0
#include "model/knee_goal.hpp"

#include <cmath>

#include "catch.hpp"
#include "model/experimental_design.hpp"
#include "surfaces.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

Goal knee() {
  Goal goal;
  goal.objective = Objective::knee;
  return goal;
}

History read_all_at(const std::vector<Mode>& modes) {
  History history;
  for (const Mode& mode : modes) history.add({mode, surface(mode)});
  return history;
}

}  // namespace

TEST_CASE("the exponents of the knee are equal at both ends of the front") {
  const Goal goal = at_knee(knee(), Space(lattice()), read_all_at(lattice()));
  // The ends: the lowest clocks, and the highest GPU clock with all others at their lowest.
  const Mode slow{2, 400000, 200000000, 600000000, 0}, fast{2, 400000, 1000000000, 600000000, 0};
  CHECK(goal.value(slow, surface(slow)) == Approx(goal.value(fast, surface(fast))));
  CHECK(goal.knee.time + goal.knee.power == Approx(2));
  CHECK(goal.knee.power > goal.knee.time);  // time changes fivefold, power less than twofold
}

TEST_CASE("modes that were not read are on the front as predicted") {
  const Goal all = at_knee(knee(), Space(lattice()), read_all_at(lattice()));
  const Goal few = at_knee(knee(), Space(lattice()), read_all_at(design(Space(lattice()), 10)));
  CHECK(few.knee.time == Approx(all.knee.time).epsilon(0.2));
}

TEST_CASE("limits cut the front off") {
  Goal limited = knee();
  limited.power_w = 18;
  const Goal goal = at_knee(limited, Space(lattice()), read_all_at(lattice()));
  const Mode slow{2, 400000, 200000000, 600000000, 0}, fast{2, 400000, 600000000, 600000000, 0};
  CHECK(goal.value(slow, surface(slow)) == Approx(goal.value(fast, surface(fast))));
}

TEST_CASE("without readings, or with another objective, a goal stays as it is") {
  CHECK(at_knee(knee(), Space(lattice()), History()).knee.time == 1);
  CHECK(at_knee(Goal(), Space(lattice()), read_all_at(lattice())).knee.time == 1);
  CHECK(at_knee(knee(), Space({lattice().front()}), read_all_at({lattice().front()})).knee.time == 1);
}
