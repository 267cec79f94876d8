// SPDX-License-Identifier: Apache-2.0
// Excess time over the best mode within each budget, by policy and number of tries.
#include <cmath>

#include "benches.hpp"
#include "model/candidate.hpp"
#include "model/search.hpp"
#include "peers.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Decision;
using model::History;

struct Outcomes {
  Spread excess, binding, tries;
  Spread lowest;  // excess in the lowest quarter of the budgets that some mode keeps
  int unsolved = 0;
  void add(const Outcomes& other) {
    excess.add(other.excess);
    binding.add(other.binding);
    lowest.add(other.lowest);
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

std::vector<int> feasible(const Table& table, const Budgets& budgets) {
  std::vector<int> kept;
  for (int watts = budgets.first; watts <= budgets.last; watts += budgets.step) {
    if (optimum(table, watts)) kept.push_back(watts);
  }
  return kept;
}

void score(const Table& table, int watts, const std::vector<int>& budgets, const std::optional<History::Best>& found,
           Outcomes& outcomes) {
  if (!found) {
    ++outcomes.unsolved;
    return;
  }
  const double excess = 100 * (found->outcome.minibatch_ms / *optimum(table, watts) - 1);
  outcomes.excess.add(excess);
  if (watts < power_of_fastest(table)) outcomes.binding.add(excess);
  if (watts <= budgets[(budgets.size() + 3) / 4 - 1]) outcomes.lowest.add(excess);
}

Outcomes try_budgets(const Table& table, const Contender& contender, const Budgets& range,
                     const model::Priors& priors = {}) {
  model::Space space(modes_of(table));
  space.start_from(priors);
  const std::vector<int> budgets = feasible(table, range);
  Outcomes outcomes;
  for (const int watts : budgets) {
    for (std::uint64_t seed = 1; seed <= contender.seeds; ++seed) {
      model::Goal goal;
      goal.power_w = watts;
      model::SearchRules rules;
      rules.max_profiles = contender.tries;
      rules.min_gain = contender.min_gain;
      rules.seed = seed;
      const History history = search(space, table, goal, rules, contender.policy);
      outcomes.tries.add(double(history.tries().size()));
      score(table, watts, budgets, history.best(goal), outcomes);
    }
  }
  return outcomes;
}

void print(const std::string& data, const std::string& method, const Outcomes& o) {
  row(data, method, fixed(o.tries.mean(), 1), o.excess.values.size() + std::size_t(o.unsolved), o.unsolved,
      o.excess.text(), fixed(o.excess.share_within(1), 0), o.binding.values.size(), o.binding.text());
}

void print_lowest(const std::string& data, const std::string& method, const Outcomes& o) {
  row(data + ", lowest quarter", method, fixed(o.tries.mean(), 1), o.lowest.values.size(), 0, o.lowest.text(),
      fixed(o.lowest.share_within(1), 0), 0, "NA\tNA\tNA\tNA");
}

// The fastest of the vendor's predefined modes that keeps the budget, all of them profiled.
void predefined(const std::string& grid, const NamedTables& tables, const std::string& board, const Budgets& range) {
  Outcomes all;
  for (const auto& [name, table] : tables) {
    const std::vector<int> budgets = feasible(table, range);
    const std::vector<model::Mode> modes = predefined_modes(board, model::Space(modes_of(table)));
    History history;
    for (const model::Mode& mode : modes) history.add({mode, table.at(mode)});
    for (const int watts : budgets) {
      model::Goal goal;
      goal.power_w = watts;
      all.tries.add(double(modes.size()));
      score(table, watts, budgets, history.best(goal), all);
    }
  }
  print(grid + " all", "predefined modes", all);
}

// What a searcher reaches that knows what every mode would read without noise: it is limited by the noise of the table.
Outcomes oracle(const Table& table, std::size_t tries, const Budgets& range) {
  constexpr double kTimeNoise = 0.02, kPowerNoise = 0.02;
  const Table truth = denoise(table);
  const std::vector<int> budgets = feasible(table, range);
  Outcomes outcomes;
  for (const int watts : budgets) {
    model::Goal goal;
    goal.power_w = watts;
    History history;
    while (history.tries().size() < tries) {
      const auto best = history.best(goal);
      const model::Mode* chosen = nullptr;
      double most = -1;
      for (const auto& [mode, outcome] : truth) {
        if (history.tried(mode)) continue;
        model::Candidate c;
        c.value = std::log(outcome.minibatch_ms);
        c.value_sd = kTimeNoise;
        c.limit(std::log(outcome.power_w), kPowerNoise, std::log(watts));
        const double gain = best ? expected_improvement(c, goal.value(best->mode, best->outcome)) : c.chance;
        if (gain <= most && chosen != nullptr) continue;
        most = gain;
        chosen = &mode;
      }
      history.add({*chosen, table.at(*chosen)});
    }
    outcomes.tries.add(double(tries));
    score(table, watts, budgets, history.best(goal), outcomes);
  }
  return outcomes;
}

void print_oracles(const std::string& data, const NamedTables& tables, const Budgets& range) {
  for (const std::size_t n : {10, 15}) {
    Outcomes all;
    for (const auto& entry : tables) all.add(oracle(entry.second, n, range));
    print(data, "oracle " + std::to_string(n), all);
  }
}

void compare(const std::string& grid, const NamedTables& tables, const std::vector<Contender>& contenders,
             const Budgets& budgets) {
  for (const Contender& contender : contenders) {
    Outcomes all;
    for (const auto& [name, table] : tables) {
      const Outcomes one = try_budgets(table, contender, budgets);
      print(grid + " " + name, contender.name, one);
      all.add(one);
    }
    if (tables.size() > 1) print(grid + " all", contender.name, all);
    if (tables.size() > 1 && contender.policy == model::propose_physics) print_lowest(grid, contender.name, all);
  }
}

// Searches with the prior that the other networks give, and with one that is fitted to the network itself, too.
void compare_with_priors(const std::string& grid, const NamedTables& tables, const std::vector<std::size_t>& tries,
                         const Budgets& budgets) {
  const model::Priors in_sample = priors_in_sample(tables);
  for (const std::size_t n : tries) {
    const Contender contender{"physics " + std::to_string(n), model::propose_physics, n, 1};
    Outcomes without, with, fitted;
    for (const auto& [name, table] : tables) {
      without.add(try_budgets(table, contender, budgets));
      with.add(try_budgets(table, contender, budgets, priors_without(tables, name)));
      fitted.add(try_budgets(table, contender, budgets, in_sample));
    }
    print(grid, contender.name, without);
    print(grid, contender.name + ", prior of others, network left out", with);
    print(grid, contender.name + ", prior of all, in sample", fitted);
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
  for (const std::size_t n : {10, 15}) {
    all.push_back({"bayes " + std::to_string(n), propose_bayes, n, 3});
    all.push_back({"bayes, our features " + std::to_string(n), propose_bayes_features, n, 1});
    all.push_back({"als " + std::to_string(n), propose_active, n, 3});
  }
  for (const std::size_t n : {7, 10}) {
    all.push_back({"bs, first " + std::to_string(n), model::propose_binary, n, 1});
    all.push_back({"gmd, first " + std::to_string(n), model::propose_gradient, n, 1});
    all.push_back({"random " + std::to_string(n), model::propose_random, n, 10});
  }
  return all;
}

}  // namespace

void bench_search(const std::string& data, const std::string& boards) {
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
  const NamedTables small{{"resnet", grid441(resnet)}, {"yolo", grid441(yolo)}, {"bert", bert}};
  compare("441", small, contenders({7, 8, 10, 15}), kTraining);
  predefined("441", small, boards + "/agx-orin.tsv", kTraining);
  head("Search: the same on the full grid of 4368 modes");
  const NamedTables full{{"resnet", resnet}, {"yolo", yolo}};
  compare("full", full, contenders({8, 10, 15}), kTraining);
  print_oracles("full all", full, kTraining);
  head("Search: with priors of other workloads, and of the same one, too");
  compare_with_priors("441 all", small, {4, 6, 8, 10}, kTraining);
  compare_with_priors("full all", full, {4, 6, 8, 10}, kTraining);
}

void bench_search_elsewhere(const std::string& data, const std::string& boards) {
  constexpr Budgets kInference{12, 48, 3}, kNano{7, 18, 1};
  NamedTables tables;
  for (const auto& [name, batches] : inference_tables()) {
    for (const int batch : batches) {
      tables.emplace_back(name + std::to_string(batch), load(data + "/orin-agx_infer_" + name + ".tsv", false, batch));
    }
  }
  const Table nano = load(data + "/orin-nano_train_resnet.tsv");

  head("Search: inference tables (a workload per batch size), budgets 12..48 W step 3, and Orin Nano, 7..18 W");
  const auto inference = [&](const Contender& contender) {
    Outcomes all;
    for (const auto& entry : tables) all.add(try_budgets(entry.second, contender, kInference));
    print("inference", contender.name, all);
    if (contender.policy == model::propose_physics) print_lowest("inference", contender.name, all);
  };
  compare_with_priors("inference", tables, {6, 10}, kInference);
  for (const std::size_t n : {10, 15}) {
    const std::string tries = std::to_string(n);
    const Contender physics{"physics " + tries, model::propose_physics, n, 1};
    inference(physics);
    inference({"bayes " + tries, propose_bayes, n, 3});
    inference({"bayes, our features " + tries, propose_bayes_features, n, 1});
    inference({"als " + tries, propose_active, n, 3});
    const Outcomes ours = try_budgets(nano, physics, kNano), known = oracle(nano, n, kNano);
    print("nano resnet", physics.name, ours);
    print("nano resnet", "oracle " + tries, known);
    row("nano resnet", "physics over oracle " + tries, "NA", ours.excess.values.size(), "NA", "NA",
        fixed(ours.excess.mean() / known.excess.mean()), "NA", "NA", "NA", "NA", "NA", "NA", "NA", "NA");
  }
  const Table resnet = load(data + "/orin-agx_train_resnet.tsv"), yolo = load(data + "/orin-agx_train_yolo.tsv");
  const model::Priors priors = priors_of({&resnet, &yolo});
  for (const std::size_t n : {6, 10, 15}) {
    const Contender physics{"physics " + std::to_string(n), model::propose_physics, n, 1};
    if (n == 6) print("nano resnet", physics.name, try_budgets(nano, physics, kNano));
    print("nano resnet", physics.name + ", prior of an AGX Orin", try_budgets(nano, physics, kNano, priors));
  }
  inference({"bs", model::propose_binary, kFree, 1});
  inference({"gmd", model::propose_gradient, 15, 1});
  print_oracles("inference", tables, kInference);
  predefined("inference", tables, boards + "/agx-orin.tsv", kInference);
}

}  // namespace wattline::bench
