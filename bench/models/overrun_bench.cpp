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

struct Truths {
  std::vector<std::string> names{"resnet", "yolo", "bert"};
  std::vector<Table> full{}, grids{};  // BERT was recorded on the grid alone
  explicit Truths(const std::string& data) {
    for (const std::string& name : names) full.push_back(denoise(load(data + "/orin-agx_train_" + name + ".tsv")));
    grids = {grid441(full[0]), grid441(full[1]), full[2]};
  }
};

}  // namespace

void bench_overruns(const std::string& data) {
  title("True overruns: denoised surfaces, fresh noise (1.2 % time, 1.4 % power, 1 % gross faults), budgets 12..50 W");
  row("data", "method", "tries", "cases", "unsolved", "over_1_pct", "over_2_pct", "largest_pct", "median_pct",
      "mean_pct", "p95_pct", "worst_pct");
  const Truths truths(data);
  compare("441", truths.grids, 5);
  compare("full", {truths.full[0], truths.full[1]}, 4);
}

void bench_readings(const std::string& data) {
  row("workload", "seed", "cores", "cpu_khz", "gpu_hz", "emc_hz", "true_ms", "true_w", "minibatch_ms", "power_w");
  const Truths truths(data);
  for (std::size_t k = 0; k < truths.names.size(); ++k) {
    const model::Space space(modes_of(truths.grids[k]));
    for (std::size_t i = 0; i < space.modes().size(); ++i) {
      const model::Mode& mode = space.modes()[i];
      const model::Outcome& truth = truths.grids[k].at(mode);
      const model::Outcome reading = read(truth, 1, i, 0);
      row(truths.names[k], 1, mode[model::kCores], mode[model::kCpu], mode[model::kGpu], mode[model::kEmc],
          fixed(truth.minibatch_ms, 4), fixed(truth.power_w, 4), fixed(reading.minibatch_ms, 4),
          fixed(reading.power_w, 4));
    }
  }
}

}  // namespace wattline::bench
