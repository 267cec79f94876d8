// SPDX-License-Identifier: Apache-2.0
#include "model/search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "catch.hpp"
#include "json.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

// The authors' 441-mode grid of the AGX Orin.
std::vector<Mode> grid441() {
  std::vector<Mode> modes;
  for (const std::int64_t cores : {4, 8, 12}) {
    for (const std::int64_t cpu : {422400, 729600, 1036800, 1344000, 1651200, 1958400, 2201600}) {
      for (const std::int64_t gpu : {114750000, 318750000, 522750000, 726750000, 930750000, 1134750000, 1300500000}) {
        for (const std::int64_t emc : {665600000LL, 2133000000LL, 3199000000LL})
          modes.push_back({cores, cpu, gpu, emc, 0});
      }
    }
  }
  return modes;
}

}  // namespace

TEST_CASE("searches take the reference path") {
  const Json json = read_fixture("model_fit.json");
  const Space space(grid441());
  for (const char* name : {"search_gpu_bound", "search_cpu_bound", "search_balanced"}) {
    INFO(name);
    const Json& golden = json.get_child(name);
    const auto order = modes(golden.get_child("order_modes"));
    const auto ms = numbers(golden.get_child("t")), w = numbers(golden.get_child("p"));
    Goal goal;
    goal.power_w = golden.get<double>("budget_w");
    SearchRules rules;
    rules.max_profiles = order.size();
    rules.min_gain = 0;
    History history;
    for (std::size_t i = 0; i < order.size(); ++i) {
      INFO("try " << i + 1);
      const Decision decision = decide(space, goal, rules, propose_physics, history);
      CHECK(decision.mode == order[i]);
      history.add({order[i], Outcome{ms[i], w[i], 0}});
    }
    CHECK(decide(space, goal, rules, propose_physics, history).kind == Decision::Kind::answer);
  }
}

namespace {

// A closed form: time falls and power rises with every clock.
Outcome plain(const Mode& mode) {
  const double cpu = double(mode[kCpu]) / 2201600, gpu = double(mode[kGpu]) / 1300500000;
  const double emc = double(mode[kEmc]) / 3199000000LL;
  return {20 / gpu + 8 / cpu + 5 / emc, 8 + 14 * gpu * gpu + 0.5 * double(mode[kCores]) * cpu + 5 * emc, 0};
}

struct Told {
  std::map<Decision::Kind, int> count;
  std::vector<Decision> decisions;
};

// A search on a device whose reading number `bad` (from 1) is `fault`, and whose same mode then fails, if it is sick.
Told told(std::size_t bad, const std::function<std::optional<Outcome>(Outcome)>& fault, bool sick = false) {
  const Space space(grid441());
  Goal goal;
  goal.power_w = 22;
  SearchRules rules;
  rules.guard = true;
  History history;
  Told all;
  for (;;) {
    const Decision decision = decide(space, goal, rules, propose_physics, history);
    all.decisions.push_back(decision);
    ++all.count[decision.kind];
    if (decision.kind == Decision::Kind::answer || decision.kind == Decision::Kind::infeasible) return all;
    const Outcome outcome = plain(decision.mode);
    const bool fails = sick && history.tries().size() >= bad && decision.mode == history.tries()[bad - 1].mode;
    if (fails) history.add({decision.mode, std::nullopt});
    if (fails) continue;
    history.add({decision.mode, history.tries().size() + 1 == bad ? fault(outcome) : outcome});
  }
}

// What a search of at most 12 profiles with the guard does next.
Decision guarded_decision(const History& history, double budget_w) {
  Goal goal;
  goal.power_w = budget_w;
  SearchRules rules;
  rules.guard = true;
  rules.max_profiles = 12;
  return decide(Space(grid441()), goal, rules, propose_physics, history);
}

}  // namespace

TEST_CASE("failed modes and repeated readings are among the profiles that a search may make") {
  const auto fine = told(0, [](Outcome o) { return o; });
  const auto failed = told(5, [](Outcome) { return std::nullopt; });
  CHECK(fine.decisions.size() == 11);
  CHECK(failed.decisions.size() == 11);
  CHECK(failed.decisions.back().kind == Decision::Kind::answer);
}

TEST_CASE("a mode that fails when it is read again does not use up the search") {
  for (const std::size_t bad : {4U, 5U, 6U, 8U}) {
    INFO("try " << bad);
    const auto search = told(
        bad,
        [](Outcome o) {
          return Outcome{o.minibatch_ms * 2.2, o.power_w, 0};
        },
        true);
    CHECK(search.decisions.size() == 11);
    std::set<Mode> modes;
    for (const Decision& d : search.decisions) modes.insert(d.mode);
    CHECK(modes.size() >= 8);
    const Mode sick = search.decisions[bad - 1].mode;
    CHECK(std::count_if(search.decisions.begin(), search.decisions.end(),
                        [&](const Decision& d) { return d.mode == sick; }) <= 2);
  }
}

TEST_CASE("a reading that could not be repeated does not count for the guard") {
  const Mode mode{4, 1000, 1000, 1000, 0}, other{8, 1000, 1000, 1000, 0};
  History history;
  history.add({mode, Outcome{10, 20, 0}});
  history.add({other, Outcome{10, 20, 0}});
  history.add({other, Outcome{10.25, 20, 0}});
  history.add({mode, std::nullopt});
  history.add({other, std::nullopt});
  CHECK(history.outcome(mode)->minibatch_ms == 10);
  const History kept = history.repeatable();
  CHECK_FALSE(kept.outcome(mode));
  CHECK(kept.tried(mode));
  CHECK(kept.tries().size() == 5);
  CHECK(kept.outcome(other)->minibatch_ms == 10.125);
}

TEST_CASE("a fault makes the guard read modes again among the last three profiles only") {
  for (const double factor : {0.45, 2.5}) {
    for (const std::size_t bad : {3U, 4U, 5U, 7U}) {
      INFO("try " << bad << ", factor " << factor);
      const auto search = told(bad, [&](Outcome o) { return Outcome{o.minibatch_ms * factor, o.power_w, 0}; });
      for (std::size_t i = 0; i + 4 < search.decisions.size(); ++i) {
        CHECK(search.decisions[i].kind != Decision::Kind::recheck);
      }
    }
  }
}

TEST_CASE("a reading that is too slow beside confirmed ones is left out and not repeated") {
  const Mode confirmed{8, 1344000, 726750000, 2133000000, 0}, slow{8, 1344000, 930750000, 2133000000, 0};
  History history;
  for (const Mode& mode :
       {Mode{8, 1036800, 726750000, 3199000000, 0}, Mode{8, 1036800, 726750000, 665600000, 0}, confirmed, confirmed}) {
    history.add({mode, plain(mode)});
  }
  const Outcome real = plain(slow);
  history.add({slow, Outcome{2.5 * real.minibatch_ms, 0.75 * real.power_w, 0}});
  const Decision decision = guarded_decision(history, 30);
  CHECK(decision.kind == Decision::Kind::explore);
  CHECK_FALSE(history.without_readings(slow).outcome(slow));
  CHECK(guarded_decision(history.without_readings(slow), 30).mode == decision.mode);
}

TEST_CASE("of two neighbours that contradict each other the one that is too fast is ignored") {
  const Mode fast{8, 1344000, 726750000, 2133000000, 0}, neighbour{8, 1344000, 930750000, 2133000000, 0};
  for (const bool fault_last : {false, true}) {
    INFO((fault_last ? "the fault came last" : "the neighbour came last"));
    History history;
    for (const Mode& mode : {Mode{8, 1036800, 726750000, 3199000000, 0}, Mode{8, 1036800, 726750000, 665600000, 0},
                             Mode{4, 1651200, 318750000, 2133000000, 0}}) {
      history.add({mode, plain(mode)});
    }
    const Outcome real = plain(fast);
    const Try fault{fast, Outcome{0.45 * real.minibatch_ms, 1.15 * real.power_w, 0}};
    if (!fault_last) history.add(fault);
    history.add({neighbour, plain(neighbour)});
    if (fault_last) history.add(fault);
    const Decision decision = guarded_decision(history, 30);
    CHECK(decision.kind == Decision::Kind::explore);
    CHECK(guarded_decision(history.without_readings(fast), 30).mode == decision.mode);
  }
}

TEST_CASE("an answer near its limit is read again while profiles are left to find another") {
  const Mode mode{8, 1344000, 726750000, 2133000000, 0};
  History history;
  history.add({mode, plain(mode)});
  for (std::size_t i = 0; i < 8; ++i) {
    const Mode other{4, 422400, 114750000 + std::int64_t(i) * 102000000, 665600000, 0};
    history.add({other, plain(other)});
  }
  const Decision decision = guarded_decision(history, plain(mode).power_w * 1.001);
  CHECK(decision.kind == Decision::Kind::recheck);
  CHECK(decision.mode == mode);
}

TEST_CASE("an outlier that keeps the limits is read again and never answered as it was read") {
  for (const std::size_t bad : {6U, 7U, 8U, 9U}) {
    INFO("try " << bad);
    const auto search = told(bad, [](Outcome o) { return Outcome{o.minibatch_ms * 0.45, o.power_w * 0.9, 0}; });
    const Decision& last = search.decisions.back();
    REQUIRE(last.kind == Decision::Kind::answer);
    const Mode faulty = search.decisions[bad - 1].mode;
    std::size_t times = 0;
    for (const Decision& d : search.decisions) times += d.mode == faulty && d.kind != Decision::Kind::answer ? 1 : 0;
    CHECK((last.mode != faulty || times > 1));
    CHECK(plain(last.mode).power_w <= 22);
  }
}

TEST_CASE("an answer of too little power is read again if its mode is expected to be above the budget") {
  const Mode mode{8, 1958400, 930750000, 3199000000, 0};
  const double power_w = plain(mode).power_w;
  History history;
  for (const std::int64_t gpu : {522750000, 726750000, 930750000, 1134750000}) {
    for (const std::int64_t emc : {2133000000LL, 3199000000LL}) {
      const Mode other{4, 1344000, gpu, emc, 0};
      history.add({other, plain(other)});
    }
  }
  history.add({mode, Outcome{plain(mode).minibatch_ms, power_w * 0.85, 0}});
  const Decision decision = guarded_decision(history, power_w * 0.95);
  CHECK(decision.kind == Decision::Kind::recheck);
  CHECK(decision.mode == mode);
}

TEST_CASE("of two readings that disagree the slower counts, or that of more power, and of three the median") {
  const Mode mode{4, 1036800, 522750000, 2133000000, 0};
  History history;
  history.add({mode, Outcome{45, 20, 0}});
  history.add({mode, Outcome{100, 16, 0}});
  CHECK(history.outcome(mode)->minibatch_ms == 100);
  CHECK(history.outcome(mode)->power_w == 16);
  history.add({mode, Outcome{101, 16.1, 0}});
  CHECK(history.outcome(mode)->minibatch_ms == 100);
  History cold;
  cold.add({mode, Outcome{100, 13, 0}});
  cold.add({mode, Outcome{99, 16, 0}});
  CHECK(cold.outcome(mode)->power_w == 16);
  History close;
  close.add({mode, Outcome{100, 16, 0}});
  close.add({mode, Outcome{102, 16.2, 0}});
  CHECK(close.outcome(mode)->minibatch_ms == 101);
}

TEST_CASE("binary search halves one axis after another: CPU, GPU, cores, memory") {
  // Worked out by hand: up from a mode that keeps the limit, down from one that does not.
  const std::vector<Mode> path{{8, 1344000, 726750000, 2133000000, 0},   // 18.2 W: the CPU goes up
                               {8, 1958400, 726750000, 2133000000, 0},   // 19.3 W: the GPU goes up
                               {8, 1958400, 1134750000, 2133000000, 0},  // 25.6 W: fewer cores
                               {4, 1958400, 1134750000, 2133000000, 0},  // 23.8 W: the memory goes down
                               {4, 1958400, 1134750000, 665600000, 0},   // 21.5 W: the CPU goes up
                               {4, 2201600, 1134750000, 665600000, 0},   // 21.7 W: the GPU goes up
                               {4, 2201600, 1300500000, 665600000, 0}};  // 25.0 W: nothing is left
  const Space space(grid441());
  Goal goal;
  goal.power_w = 22;
  SearchRules rules;
  rules.max_profiles = 1000;
  History history;
  for (const Mode& mode : path) {
    const Decision decision = decide(space, goal, rules, propose_binary, history);
    REQUIRE(decision.mode == mode);
    history.add({mode, plain(mode)});
  }
  const Decision last = decide(space, goal, rules, propose_binary, history);
  CHECK(last.kind == Decision::Kind::answer);
  CHECK(last.mode == path[1]);  // 52.3 ms; the last that keeps the limit takes 55.0
}
