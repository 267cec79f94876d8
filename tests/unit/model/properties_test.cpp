// SPDX-License-Identifier: Apache-2.0
// What must hold whatever the numbers are, on surfaces whose optimum is known.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "model/experimental_design.hpp"
#include "model/linear_model.hpp"
#include "model/pareto_front.hpp"
#include "model/prediction_error.hpp"
#include "model/search.hpp"
#include "model/workload_model.hpp"
#include "surfaces.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

History run(const Space& space, const Goal& goal, const SearchRules& rules, Propose policy, Decision& last) {
  History history;
  for (;;) {
    last = decide(space, goal, rules, policy, history);
    if (last.kind == Decision::Kind::answer || last.kind == Decision::Kind::infeasible) return history;
    history.add({last.mode, surface(last.mode)});
  }
}

}  // namespace

TEST_CASE("physics finds the known optimum of a closed-form surface within ten tries") {
  const Space space(lattice());
  for (const double watts : {14.0, 16.0, 18.0, 20.0, 30.0}) {
    INFO(watts);
    double best = 1e9;
    for (const Mode& mode : space.modes()) {
      if (surface(mode).power_w <= watts) best = std::min(best, surface(mode).minibatch_ms);
    }
    Decision last;
    const History history = run(space, within(watts), SearchRules(), propose_physics, last);
    CHECK(last.kind == Decision::Kind::answer);
    CHECK(surface(last.mode).minibatch_ms == Approx(best));
    CHECK(surface(last.mode).power_w <= watts);
    CHECK(history.tries().size() <= 10);
  }
}

TEST_CASE("no policy answers a mode that was not read or that breaks the budget") {
  const Space space(lattice());
  for (const Propose policy : {propose_physics, propose_binary, propose_gradient, propose_random}) {
    for (double watts = 12; watts < 24; watts += 1.5) {
      Decision last;
      const History history = run(space, within(watts), SearchRules(), policy, last);
      if (last.kind != Decision::Kind::answer) continue;
      REQUIRE(history.outcome(last.mode));
      CHECK(history.outcome(last.mode)->power_w <= watts);
    }
  }
}

TEST_CASE("an unreachable budget is given up early, and the nearest miss is shown") {
  Decision last;
  const History history = run(Space(lattice()), within(3), SearchRules(), propose_physics, last);
  CHECK(last.kind == Decision::Kind::infeasible);
  CHECK(history.tries().size() < 10);
  for (const auto& [mode, outcome] : history.combined()) {
    CHECK(surface(last.mode).power_w <= outcome.power_w);
  }
}

TEST_CASE("three failures in a row end a search; fewer cost a try each") {
  const Space space(lattice());
  History history;
  for (int i = 0; i < 2; ++i)
    history.add({decide(space, within(20), SearchRules(), propose_physics, history).mode, {}});
  const Decision third = decide(space, within(20), SearchRules(), propose_physics, history);
  CHECK(third.kind == Decision::Kind::start);
  CHECK_FALSE(history.tried(third.mode));
  history.add({third.mode, {}});
  const Decision end = decide(space, within(20), SearchRules(), propose_physics, history);
  CHECK(end.kind == Decision::Kind::infeasible);
  CHECK_FALSE(end.known);
}

TEST_CASE("missing lattice points do not stop any policy") {
  std::vector<Mode> modes = lattice();
  for (std::size_t i = 0; i < modes.size(); i += 2) std::swap(modes[i], modes[(i * 7) % modes.size()]);
  modes.resize(modes.size() / 3);
  const Space space(modes);
  for (const Propose policy : {propose_physics, propose_binary, propose_gradient, propose_random}) {
    Decision last;
    run(space, within(18), SearchRules(), policy, last);
    CHECK(last.kind == Decision::Kind::answer);
  }
}

TEST_CASE("the cap keeps hot modes from being tried") {
  const Space space(lattice());
  SearchRules rules;
  rules.power_cap_w = 19;
  Decision last;
  const History history = run(space, within(30), rules, propose_physics, last);
  for (std::size_t i = 2; i < history.tries().size(); ++i) {
    CHECK(surface(history.tries()[i].mode).power_w < 19.5);
  }
}

TEST_CASE("the guard reads a borderline answer twice, and goes on when it was wrong") {
  const Space space(lattice());
  const Goal goal = within(18);
  SearchRules rules;
  rules.guard = true;
  History history;
  for (std::size_t i = 0; i < 10; ++i) {
    const Decision decision = decide(space, goal, rules, propose_physics, history);
    history.add({decision.mode, surface(decision.mode)});
  }
  // The fastest mode a little above the budget reads just below it.
  std::optional<Mode> borderline;
  for (const Mode& mode : space.modes()) {
    const double power_w = surface(mode).power_w;
    if (history.tried(mode) || power_w <= 18 || power_w > 18.5) continue;
    if (!borderline || surface(mode).minibatch_ms < surface(*borderline).minibatch_ms) borderline = mode;
  }
  REQUIRE(borderline);
  const double ms = 0.97 * std::min(surface(*borderline).minibatch_ms, history.best(goal)->outcome.minibatch_ms);
  rules.max_profiles = 12;
  history.add({*borderline, Outcome{ms, 17.9, 0}});
  Decision decision = decide(space, goal, rules, propose_physics, history);
  CHECK(decision.kind == Decision::Kind::recheck);
  CHECK(decision.mode == *borderline);
  history.add({*borderline, Outcome{ms, 18.4, 0}});
  decision = decide(space, goal, rules, propose_physics, history);
  CHECK(decision.mode != *borderline);
  CHECK(history.best(goal)->mode != *borderline);
}

TEST_CASE("the order of readings does not matter, and duplicates are combined") {
  std::vector<ModeReading> readings = readings_at(design(Space(lattice()), 10));
  const std::vector<Mode> query{lattice()[5], lattice()[100], lattice()[250]};
  const DeviceLimits device(lattice());
  const Prediction a = WorkloadModel(device, readings).predict(query);
  std::reverse(readings.begin(), readings.end());
  // The mean of the two is the old reading.
  ModeReading twin = readings.front();
  twin.minibatch_ms *= 1.1;
  readings.front().minibatch_ms *= 0.9;
  readings.push_back(twin);
  const Prediction b = WorkloadModel(device, readings).predict(query);
  CHECK((a.log_ms - b.log_ms).norm() < 1e-9);
  CHECK((a.log_w - b.log_w).norm() < 1e-9);
}

TEST_CASE("three readings of a mode are worth their median") {
  CHECK(combine(std::vector<double>{1, 2}) == Approx(1.5));
  CHECK(combine(std::vector<double>{1, 100, 2}) == Approx(2));
}

TEST_CASE("ten profiles predict the other modes of a closed-form surface within a few percent") {
  const Space space(lattice());
  const std::vector<Mode> profiled = design(space, 10);
  const Prediction p = WorkloadModel(space.device(), readings_at(profiled)).predict(space.modes());
  std::vector<Pair> time, power;
  for (std::size_t i = 0; i < space.modes().size(); ++i) {
    const Mode& mode = space.modes()[i];
    if (std::find(profiled.begin(), profiled.end(), mode) != profiled.end()) continue;
    time.push_back({std::exp(p.log_ms[Eigen::Index(i)]), surface(mode).minibatch_ms});
    power.push_back({std::exp(p.log_w[Eigen::Index(i)]), surface(mode).power_w});
  }
  CHECK(score(time).mean_pct < 3);
  CHECK(score(power).mean_pct < 3);
}

TEST_CASE("doubling every time doubles the predictions") {
  std::vector<ModeReading> readings = readings_at(design(Space(lattice()), 12));
  const DeviceLimits device(lattice());
  const Prediction a = WorkloadModel(device, readings).predict(lattice());
  for (ModeReading& reading : readings) reading.minibatch_ms *= 2;
  const Prediction b = WorkloadModel(device, readings).predict(lattice());
  CHECK((b.log_ms.array() - a.log_ms.array() - std::log(2.0)).abs().maxCoeff() < 1e-3);
  CHECK((b.log_w - a.log_w).cwiseAbs().maxCoeff() < 1e-3);
}

TEST_CASE("uncertainty is small where the workload was profiled and larger elsewhere") {
  const std::vector<Mode> profiled = design(Space(lattice()), 10);
  const WorkloadModel model(DeviceLimits(lattice()), readings_at(profiled));
  const Prediction at = model.predict(profiled), all = model.predict(lattice());
  CHECK(at.log_ms_sd.mean() < all.log_ms_sd.mean());
  CHECK(at.log_w_sd.mean() < all.log_w_sd.mean());
}

TEST_CASE("a gross fault gets little weight") {
  std::vector<ModeReading> readings = readings_at(design(Space(lattice()), 15));
  readings[7].minibatch_ms *= 0.4;
  readings[7].power_w *= 1.25;
  const WorkloadModel model(DeviceLimits(lattice()), readings);
  for (std::size_t i = 0; i < model.readings().size(); ++i) {
    CHECK(model.suspect(i) == (model.readings()[i].mode == readings[7].mode));
  }
}

TEST_CASE("hundreds of readings are fitted without the residual process") {
  std::vector<Mode> many;
  for (std::int64_t cores = 2; cores <= 8; ++cores) {
    for (std::int64_t k = 0; k < 100; ++k)
      many.push_back({cores, 400000 + 16000 * k, 200000000 + 8000000 * k, 2100000000, 0});
  }
  const WorkloadModel model(DeviceLimits(many), readings_at(many));
  const Prediction p = model.predict(many);
  for (std::size_t i = 0; i < many.size(); i += 50) {
    CHECK(std::exp(p.log_ms[Eigen::Index(i)]) == Approx(surface(many[i]).minibatch_ms).epsilon(0.03));
  }
}

TEST_CASE("a front holds what nothing beats, once, in order of the first cost") {
  const std::vector<Costs> points{{3, 1}, {1, 3}, {2, 2}, {2, 3}, {1, 3}, {3, 3}};
  CHECK(pareto_front(points) == std::vector<std::size_t>{1, 2, 0});
  CHECK(pareto_front({}).empty());
}

TEST_CASE("the knee of a front is the point farthest from the line through its ends") {
  // On log scales the ends are (0, 4) and (4, 0); the third point has a sum of 2, the others 4 and 3.
  const auto at = [](double x, double y) { return Costs{std::exp(x), std::exp(y)}; };
  const std::vector<Costs> points{at(0, 4), at(2, 2), at(1, 1), at(2, 1), at(3, 0.5), at(4, 0)};
  CHECK(knee(points, pareto_front(points)) == 2);
  CHECK(knee(points, {0, 5}) == 0);
  CHECK(knee(points, {3}) == 3);
}

TEST_CASE("a line is found exactly, and what it cannot be is not printed") {
  std::vector<ModeReading> readings;
  for (const Mode& mode : lattice()) {
    readings.push_back({mode, 500 - 400 * double(mode[kGpu]) / 1e9 + double(mode[kCores]), 10});
  }
  const LinearModel line(readings);
  const LinearPrediction p = line.predict(lattice()[0]);
  REQUIRE(p.minibatch_ms);
  CHECK(*p.minibatch_ms == Approx(500 - 400 * 0.2 + 2));
  CHECK(*p.power_w == Approx(10));
  CHECK_FALSE(line.predict({2, 400000, 2000000000, 600000000, 0}).minibatch_ms);
}

TEST_CASE("a prior from references lies between them and stays wider than its floor") {
  Estimate a{Eigen::VectorXd::Constant(1, 1), Eigen::VectorXd::Constant(1, 0.1)};
  Estimate b{Eigen::VectorXd::Constant(1, 3), Eigen::VectorXd::Constant(1, 0.1)};
  const Prior base{Eigen::VectorXd::Constant(1, 0), Eigen::VectorXd::Constant(1, 1)};
  const Prior prior = reference_prior({a, b}, base, 0.15);
  CHECK(prior.mean[0] == Approx(2));
  CHECK(prior.sd[0] > 1);
  a.sd[0] = b.sd[0] = 1e-9;
  b.value = a.value;
  CHECK(reference_prior({a, b}, {base.mean, Eigen::VectorXd::Constant(1, 1e-9)}, 0.15).sd[0] == Approx(0.15));
}

TEST_CASE("errors are relative to the truth") {
  const Score s = score({{110, 100}, {90, 100}, {100, 100}});
  CHECK(s.mean_pct == Approx(20.0 / 3));
  CHECK(s.median_pct == Approx(10));
  CHECK(s.bias_pct == Approx(0).margin(1e-9));
  CHECK_THROWS(score({}));
}
