// SPDX-License-Identifier: Apache-2.0
// Excess time over the best mode within each budget, by policy and number of tries.
#include "benches.hpp"
#include "model/search.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Decision;
using model::History;

struct Outcomes {
  Spread excess, binding, tries;
  int unsolved = 0;
  void add(const Outcomes& other) {
    excess.add(other.excess);
    binding.add(other.binding);
    tries.add(other.tries);
    unsolved += other.unsolved;
  }
};

struct Contender {
  std::string name;
  model::Propose policy;
  std::size_t tries;    // at most
  std::uint64_t seeds;  // of random
  double min_gain = model::SearchRules().min_gain;
};

struct Budgets {
  int first, last, step;
};

History search(const model::Space& space, const Table& table, const model::Goal& goal, const model::SearchRules& rules,
               model::Propose policy) {
  History history;
  for (;;) {
    const Decision decision = decide(space, goal, rules, policy, history);
    if (decision.kind == Decision::Kind::answer || decision.kind == Decision::Kind::infeasible) return history;
    history.add({decision.mode, table.at(decision.mode)});
  }
}

Outcomes try_budgets(const Table& table, const Contender& contender, const Budgets& budgets) {
  const model::Space space(modes_of(table));
  const double binding_below = power_of_fastest(table);
  Outcomes outcomes;
  for (int watts = budgets.first; watts <= budgets.last; watts += budgets.step) {
    const auto best = optimum(table, watts);
    if (!best) continue;
    for (std::uint64_t seed = 1; seed <= contender.seeds; ++seed) {
      model::Goal goal;
      goal.power_w = watts;
      model::SearchRules rules;
      rules.max_profiles = contender.tries;
      rules.min_gain = contender.min_gain;
      rules.seed = seed;
      const History history = search(space, table, goal, rules, contender.policy);
      const auto found = history.best(goal);
      outcomes.tries.add(double(history.tries().size()));
      if (!found) {
        ++outcomes.unsolved;
        continue;
      }
      const double excess = 100 * (found->outcome.minibatch_ms / *best - 1);
      outcomes.excess.add(excess);
      if (watts < binding_below) outcomes.binding.add(excess);
    }
  }
  return outcomes;
}

void print(const std::string& data, const std::string& method, const Outcomes& o) {
  row(data, method, fixed(o.tries.mean(), 1), o.excess.values.size() + std::size_t(o.unsolved), o.unsolved,
      o.excess.text(), fixed(o.excess.share_within(1), 0), o.binding.values.size(), o.binding.text());
}

void compare(const std::string& grid, const std::vector<std::pair<std::string, Table>>& tables,
             const std::vector<Contender>& contenders, const Budgets& budgets) {
  for (const Contender& contender : contenders) {
    Outcomes all;
    for (const auto& [name, table] : tables) {
      const Outcomes one = try_budgets(table, contender, budgets);
      print(grid + " " + name, contender.name, one);
      all.add(one);
    }
    if (tables.size() > 1) print(grid + " all", contender.name, all);
  }
}

void head(const std::string& text) {
  title(text);
  row("data", "method", "tries", "cases", "unsolved", "median_pct", "mean_pct", "p95_pct", "worst_pct", "within_1_pct",
      "binding", "median_pct", "mean_pct", "p95_pct", "worst_pct");
}

constexpr std::size_t kFree = 1000;  // the policy ends by itself

std::vector<Contender> contenders(const std::vector<std::size_t>& tries) {
  std::vector<Contender> all;
  for (const std::size_t n : tries) all.push_back({"physics " + std::to_string(n), model::propose_physics, n, 1});
  all.push_back({"bs", model::propose_binary, kFree, 1});
  all.push_back({"gmd", model::propose_gradient, 15, 1});
  for (const std::size_t n : {7, 10}) {
    all.push_back({"bs, first " + std::to_string(n), model::propose_binary, n, 1});
    all.push_back({"gmd, first " + std::to_string(n), model::propose_gradient, n, 1});
    all.push_back({"random " + std::to_string(n), model::propose_random, n, 10});
  }
  return all;
}

}  // namespace

void bench_search(const std::string& data) {
  constexpr Budgets kTraining{12, 50, 1};
  head("Search: binary search on the 441-mode grid with every row kept (published for resnet: 10.62 / 18.07 / 52.20)");
  const auto kept = [&](const std::string& name) {
    return std::pair(name, grid441(load(data + "/orin-agx_train_" + name + ".tsv", true)));
  };
  compare("441", {kept("resnet"), kept("yolo"), kept("bert")}, {{"bs", model::propose_binary, kFree, 1}}, kTraining);

  const Table resnet = load(data + "/orin-agx_train_resnet.tsv"), yolo = load(data + "/orin-agx_train_yolo.tsv");
  const Table bert = load(data + "/orin-agx_train_bert.tsv");
  head(
      "Search: excess time over the best mode within the budget, 441-mode grid, budgets 12..50 W "
      "(no answer can break a budget: a table has one reading per mode)");
  compare("441", {{"resnet", grid441(resnet)}, {"yolo", grid441(yolo)}, {"bert", bert}}, contenders({7, 8, 10, 15}),
          kTraining);
  head("Search: the same on the full grid of 4368 modes");
  compare("full", {{"resnet", resnet}, {"yolo", yolo}}, contenders({8, 10, 15}), kTraining);
}

void bench_search_elsewhere(const std::string& data) {
  head("Search: inference tables (a workload per batch size), budgets 12..48 W step 3, and Orin Nano, 7..18 W");
  for (const std::size_t n : {10, 15}) {
    std::vector<std::pair<std::string, Table>> tables;
    for (const auto& [name, batches] : inference_tables()) {
      for (const int batch : batches) {
        tables.emplace_back(name + std::to_string(batch),
                            load(data + "/orin-agx_infer_" + name + ".tsv", false, batch));
      }
    }
    Outcomes all;
    const Contender physics{"physics " + std::to_string(n), model::propose_physics, n, 1};
    for (const auto& entry : tables) all.add(try_budgets(entry.second, physics, {12, 48, 3}));
    print("inference", physics.name, all);
    compare("nano", {{"resnet", load(data + "/orin-nano_train_resnet.tsv")}}, {physics}, {7, 18, 1});
  }
}

}  // namespace wattline::bench
