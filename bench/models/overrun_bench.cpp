// SPDX-License-Identifier: Apache-2.0
// Answers that break the budget in truth: denoised surfaces, read with fresh noise and faults.
#include <cmath>
#include <random>

#include "benches.hpp"
#include "model/search.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Decision;
using model::History;

constexpr double kTimeNoise = 0.012, kPowerNoise = 0.014, kFaults = 0.01;

// ModeReading number `nth` of a mode under `seed`: the same for every policy.
model::Outcome read(const model::Outcome& truth, std::uint64_t seed, std::size_t mode, std::size_t nth) {
  std::seed_seq sequence{seed, std::uint64_t{mode}, std::uint64_t{nth}};
  std::mt19937_64 random(sequence);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  model::Outcome outcome = truth;
  outcome.minibatch_ms *= std::exp(kTimeNoise * normal(random));
  outcome.power_w *= std::exp(kPowerNoise * normal(random));
  if (uniform(random) >= kFaults) return outcome;
  const bool fast = uniform(random) < 0.5;
  outcome.minibatch_ms *= fast ? 0.4 : 2.5;
  outcome.power_w *= fast ? 1.25 : 0.8;
  return outcome;
}

struct Tally {
  Spread excess, tries;
  int cases = 0, unsolved = 0, over_1 = 0, over_2 = 0;
  double most = 0;
};

void search_once(const model::Space& space, const Table& truth, double watts, std::uint64_t seed, model::Propose policy,
                 const model::SearchRules& rules, Tally& tally) {
  model::Goal goal;
  goal.power_w = watts;
  History history;
  Decision decision = decide(space, goal, rules, policy, history);
  while (decision.kind != Decision::Kind::answer && decision.kind != Decision::Kind::infeasible) {
    const model::Outcome outcome =
        read(truth.at(decision.mode), seed, *space.find(decision.mode), history.times_read(decision.mode));
    history.add({decision.mode, outcome});
    decision = decide(space, goal, rules, policy, history);
  }
  ++tally.cases;
  tally.tries.add(double(history.tries().size()));
  if (decision.kind == Decision::Kind::infeasible) {
    ++tally.unsolved;
    return;
  }
  const model::Outcome& real = truth.at(decision.mode);
  const double over = 100 * (real.power_w / watts - 1);
  tally.excess.add(100 * (real.minibatch_ms / *optimum(truth, watts) - 1));
  tally.over_1 += over > 1 ? 1 : 0;
  tally.over_2 += over > 2 ? 1 : 0;
  tally.most = std::max(tally.most, over);
}

void compare(const std::string& name, const std::vector<Table>& truths, std::uint64_t seeds) {
  struct Contender {
    std::string name;
    model::Propose policy;
    std::size_t tries;
    bool guard;
  };
  for (const Contender& c : {Contender{"physics 12, guard", model::propose_physics, 12, true},
                             Contender{"physics 10", model::propose_physics, 10, false},
                             Contender{"bs", model::propose_binary, 1000, false}}) {
    Tally tally;
    model::SearchRules rules;
    rules.max_profiles = c.tries;
    rules.guard = c.guard;
    for (const Table& truth : truths) {
      const model::Space space(modes_of(truth));
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        for (int watts = 12; watts <= 50; ++watts) {
          if (optimum(truth, watts)) search_once(space, truth, watts, seed, c.policy, rules, tally);
        }
      }
    }
    const double share = 100.0 / tally.cases;
    row(name, c.name, fixed(tally.tries.mean(), 1), tally.cases, tally.unsolved, fixed(tally.over_1 * share),
        fixed(tally.over_2 * share), fixed(tally.most), tally.excess.text());
  }
}

}  // namespace

void bench_overruns(const std::string& data) {
  title("True overruns: denoised surfaces, fresh noise (1.2 % time, 1.4 % power, 1 % gross faults), budgets 12..50 W");
  row("data", "method", "tries", "cases", "unsolved", "over_1_pct", "over_2_pct", "largest_pct", "median_pct",
      "mean_pct", "p95_pct", "worst_pct");
  const Table resnet = denoise(load(data + "/orin-agx_train_resnet.tsv"));
  const Table yolo = denoise(load(data + "/orin-agx_train_yolo.tsv"));
  const Table bert = denoise(load(data + "/orin-agx_train_bert.tsv"));
  compare("441", {grid441(resnet), grid441(yolo), bert}, 5);
  compare("full", {resnet, yolo}, 4);
}

}  // namespace wattline::bench
